import type { StatusFilter } from '@cusp/dental/case-status';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './status-badge.module.css';

/** A case's status: its label, with a coloured dot beside it. */
export function StatusBadge({ status, plain = false }: { status: StatusFilter; plain?: boolean }) {
  const { t } = useTranslation('dental');
  return <NamedStatus status={status} name={t(`statuses.${status}`)} plain={plain} />;
}

/** The same with a given label, for lists that look up the texts once. */
export function NamedStatus(props: { status: StatusFilter; name: string; plain?: boolean }) {
  const { status, name, plain = false } = props;
  return (
    <span className={classes.badge} data-status={status} data-plain={plain || undefined}>
      {name}
    </span>
  );
}

/** Only the icon, with the label for screen readers and on hover; plain elements, because a list has a hundred. */
export function StatusSign(props: { status: StatusFilter; name: string; className?: string | undefined }) {
  const { status, name, className = '' } = props;
  return (
    <span className={`${classes.sign} ${className}`} role="img" aria-label={name} title={name}>
      <StatusDot status={status} />
    </span>
  );
}

/** Only the coloured dot, for places with the label next to it; it moves when the status changes. */
export function StatusDot({ status }: { status: StatusFilter }) {
  const [shown, setShown] = useState({ status, changes: 0 });
  if (shown.status !== status) setShown({ status, changes: shown.changes + 1 });
  return (
    <span
      // A new element restarts its animation.
      key={shown.changes}
      className={classes.dot}
      data-status={status}
      data-changed={shown.changes > 0 || undefined}
      aria-hidden
    />
  );
}
