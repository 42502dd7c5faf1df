import type { NumberSystem } from '@cusp/contract/cases';
import { pairWord } from '@cusp/dental/connectors';
import type { Connector } from '@cusp/dental/order';
import { Button } from '@mantine/core';
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ConnectorLines } from '../../../dental-ui/odontogram/ConnectorLines.tsx';
import { spokenSystem } from '../../../dental-ui/odontogram/tooth-name.ts';
import classes from './teeth.module.css';

interface ConnectorChoicesProps {
  /** All neighbours that can be joined, in chart order. */
  connectors: readonly Connector[];
  system: NumberSystem;
  onChoose(connector: Connector): void;
}

/** A switch for each pair of neighbouring units: joined, or separate. */
export function ConnectorChoices({ connectors, system, onChoose }: ConnectorChoicesProps) {
  const { t } = useTranslation('dental');
  return (
    <fieldset className={classes.connectors}>
      <legend className={classes.connectorsTitle}>{t('connectors.title')}</legend>
      <div className={classes.pairs}>
        {connectors.map(({ teeth, joined }) => {
          const pair = pairWord(teeth, spokenSystem(system));
          const Icon = joined ? IconLink : IconLinkOff;
          return (
            <Button
              key={teeth.join(' ')}
              className={classes.pair}
              size="compact-sm"
              variant={joined ? 'light' : 'default'}
              leftSection={<Icon size={14} stroke={1.8} aria-hidden />}
              aria-label={t('connectors.join', { pair })}
              aria-pressed={joined}
              onClick={() => onChoose({ teeth, joined: !joined })}
            >
              {pair}
            </Button>
          );
        })}
      </div>
      <div aria-live="polite">
        <ConnectorLines connectors={connectors} system={system} />
      </div>
    </fieldset>
  );
}
