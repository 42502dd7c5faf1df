import type { NumberSystem } from '@cusp/contract/cases';
import { connectorSpans, pairWord } from '@cusp/dental/connector-words';
import type { LayeredConnector } from '@cusp/dental/connectors';
import { Button } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectorLines } from '../../../dental-ui/odontogram/ConnectorLines.tsx';
import { spokenSystem } from '../../../dental-ui/odontogram/tooth-name.ts';
import classes from './teeth.module.css';

interface ConnectorChoicesProps {
  /** All neighbours that can be joined, see `connectorsOf`. */
  connectors: readonly LayeredConnector[];
  system: NumberSystem;
  onChoose(connector: LayeredConnector): void;
}

/**
 * A switch for each pair of neighbouring units, under the name of the layer if teeth have several: joined, or separate.
 * They are one stop of the Tab key with arrow keys between them, because a full arch has up to 30.
 */
export function ConnectorChoices({ connectors, system, onChoose }: ConnectorChoicesProps) {
  const { t } = useTranslation('dental');
  const title = useId();
  const { getItemProps } = useRovingIndex({ total: connectors.length, loop: false });
  const written = spokenSystem(system);
  const layers = connectorSpans(connectors, written);
  const inOrder = layers.flatMap((each) => each.connectors);
  return (
    <div className={classes.connectors}>
      <span id={title} className={classes.connectorsTitle}>
        {t('connectors.title')}
      </span>
      <div className={classes.pairs} role="toolbar" aria-labelledby={title}>
        {layers.map(({ layer, connectors: those }) => (
          <div
            key={layer}
            className={classes.layerPairs}
            {...(layer && { role: 'group', 'aria-labelledby': `${title}-${layer}` })}
          >
            {layer && (
              <span id={`${title}-${layer}`} className={classes.layer}>
                {t(`layers.${layer}`)}
              </span>
            )}
            {those.map((connector) => {
              const { teeth, joined } = connector;
              const word = pairWord(teeth, written);
              const pair = layer ? t('connectors.inLayer', { word, layer: t(`layers.${layer}`) }) : word;
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
                  {...getItemProps({
                    index: inOrder.indexOf(connector),
                    onClick: () => onChoose({ ...connector, joined: !joined }),
                  })}
                >
                  {word}
                </Button>
              );
            })}
          </div>
        ))}
      </div>
      <div aria-live="polite">
        <ConnectorLines connectors={connectors} system={system} />
      </div>
    </div>
  );
}
