import type { NumberSystem } from '@cusp/contract/cases';
import { joinedSpans, separateSpans } from '@cusp/dental/connectors';
import type { Connector } from '@cusp/dental/order';
import { useTranslation } from 'react-i18next';
import classes from './restoration-line.module.css';
import { spokenSystem } from './tooth-name.ts';

interface ConnectorLinesProps {
  /** All neighbours that can be joined, in chart order. */
  connectors: readonly Connector[];
  system: NumberSystem;
}

/** Which units are joined, and where a bridge ends beside another unit; renders nothing if all are single. */
export function ConnectorLines({ connectors, system }: ConnectorLinesProps) {
  const { t } = useTranslation('dental');
  const written = spokenSystem(system);
  const lines = [
    { label: 'joined' as const, spans: joinedSpans(connectors, written) },
    { label: 'separate' as const, spans: separateSpans(connectors, written) },
  ];
  return lines.map(
    ({ label, spans }) =>
      spans.length > 0 && (
        <p key={label} className={classes.connectors}>
          {t(`connectors.${label}`, { teeth: spans.join(', ') })}
        </p>
      ),
  );
}
