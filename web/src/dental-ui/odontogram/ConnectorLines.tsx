import type { NumberSystem } from '@cusp/contract/cases';
import { connectorSpans } from '@cusp/dental/connector-words';
import type { Connector } from '@cusp/dental/order';
import { useTranslation } from 'react-i18next';
import classes from './restoration-line.module.css';
import { spokenSystem } from './tooth-name.ts';

interface ConnectorLinesProps {
  /** All neighbours that can be joined, see `connectorsOf`. */
  connectors: readonly Connector[];
  system: NumberSystem;
}

/** Which units are joined, and where a bridge ends beside another unit; renders nothing if all are single. */
export function ConnectorLines({ connectors, system }: ConnectorLinesProps) {
  const { t } = useTranslation('dental');
  const layers = connectorSpans(connectors, spokenSystem(system));
  return (['joined', 'separate'] as const).map((label) => {
    const teeth = layers.flatMap(({ layer, [label]: spans }) => {
      if (spans.length === 0) return [];
      const word = spans.join(', ');
      return layer ? t('connectors.inLayer', { word, layer: t(`layers.${layer}`) }) : word;
    });
    return (
      teeth.length > 0 && (
        <p key={label} className={classes.connectors}>
          {t(`connectors.${label}`, { teeth: teeth.join('; ') })}
        </p>
      )
    );
  });
}
