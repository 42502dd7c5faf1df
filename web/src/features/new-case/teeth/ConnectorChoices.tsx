import type { NumberSystem } from '@cusp/contract/cases';
import { pairWord } from '@cusp/dental/connectors';
import type { Connector } from '@cusp/dental/order';
import { Button } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { useId } from 'react';
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

/**
 * A switch for each pair of neighbouring units: joined, or separate. They are one stop of the Tab key with arrow keys
 * between them, because a full arch has up to 30.
 */
export function ConnectorChoices({ connectors, system, onChoose }: ConnectorChoicesProps) {
  const { t } = useTranslation('dental');
  const title = useId();
  const { getItemProps } = useRovingIndex({ total: connectors.length, loop: false });
  return (
    <div className={classes.connectors}>
      <span id={title} className={classes.connectorsTitle}>
        {t('connectors.title')}
      </span>
      <div className={classes.pairs} role="toolbar" aria-labelledby={title}>
        {connectors.map(({ teeth, joined }, index) => {
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
              {...getItemProps({ index, onClick: () => onChoose({ teeth, joined: !joined }) })}
            >
              {pair}
            </Button>
          );
        })}
      </div>
      <div aria-live="polite">
        <ConnectorLines connectors={connectors} system={system} />
      </div>
    </div>
  );
}
