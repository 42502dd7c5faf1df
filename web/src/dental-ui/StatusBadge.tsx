import { useTranslation } from 'react-i18next';
import classes from './status-badge.module.css';

/** The five statuses people see; the code READ is shown as Open. */
type ShownStatus = 'Open' | 'InProgress' | 'Completed' | 'Reopened' | 'Closed';

const OF_CODE = {
  OPEN: 'Open',
  READ: 'Open',
  PROC: 'InProgress',
  COMP: 'Completed',
  REOP: 'Reopened',
  CLSD: 'Closed',
} as const;

/** What a status code is shown as. */
export const shownStatus = (code: keyof typeof OF_CODE): ShownStatus => OF_CODE[code];

/** A case's status: its label, with a coloured dot beside it. */
export function StatusBadge({ status, plain = false }: { status: ShownStatus; plain?: boolean }) {
  const { t } = useTranslation('dental');
  return <NamedStatus status={status} name={t(`statuses.${status}`)} plain={plain} />;
}

/** The same where its name is known, as in a list that asks for the words once. */
export function NamedStatus(props: { status: ShownStatus; name: string; plain?: boolean }) {
  const { status, name, plain = false } = props;
  return (
    <span className={classes.badge} data-status={status} data-plain={plain || undefined}>
      {name}
    </span>
  );
}

/** The colour alone, for places where the label stands beside it. */
export function StatusDot({ status }: { status: ShownStatus }) {
  return <span className={classes.dot} data-status={status} aria-hidden />;
}
