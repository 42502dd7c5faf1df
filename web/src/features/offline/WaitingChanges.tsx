import { shownStatus } from '@cusp/dental/case-status';
import { Button, Group } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../client/api-error.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { offButton } from '../../ui/off-button.ts';
import { toastError } from '../../ui/toast.ts';
import classes from './offline.module.css';
import { tryAgain } from './offline.ts';
import { discard, useQueue } from './queue.ts';
import type { Waiting } from './waiting-changes.ts';

interface Props {
  waiting: readonly Waiting[];
  /** The case is shown elsewhere. */
  isOfCase?: boolean;
}

/** Changes that were made without a connection, and why the server refused some of them. */
export function WaitingChanges({ waiting, isOfCase = false }: Props) {
  return (
    <ul className={classes.list}>
      {waiting.map((each) => (
        <Entry key={each.id} waiting={each} isOfCase={isOfCase} />
      ))}
    </ul>
  );
}

function Entry({ waiting, isOfCase }: { waiting: Waiting; isOfCase: boolean }) {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const { t: errors } = useTranslation('errors');
  const { recent } = useFormat();
  const [isBusy, setBusy] = useState(false);
  const { sending } = useQueue();
  const isSending = sending === waiting.id;
  const { change, refusal, isMoving, name, at } = waiting;
  const again = async () => {
    setBusy(true);
    await tryAgain(waiting).catch((error: unknown) => toastError(errorText(errors, error)));
    setBusy(false);
  };
  const reason = () => {
    if (!refusal) return t(`offline.${isSending ? 'sending' : isMoving ? 'moving' : 'waits'}`);
    if (refusal.now) {
      const moved = { status: dental(`statuses.${shownStatus(refusal.now)}`) };
      const by = refusal.changedBy;
      return by ? t('detail.statusMovedBy', { ...moved, name: by }) : t('detail.statusMoved', moved);
    }
    return errorText(errors, new ApiError(refusal.status, { code: refusal.code }));
  };
  return (
    <li className={classes.entry}>
      {!isOfCase && <strong className={classes.name}>{name}</strong>}
      <p className={classes.text}>
        {change.kind === 'comment'
          ? change.body.comment
          : t('offline.status', { status: dental(`statuses.${shownStatus(change.body.action)}`) })}
      </p>
      <Group justify="space-between" gap={8}>
        <span className={refusal ? classes.problem : classes.quiet} role={refusal ? 'alert' : undefined}>
          {reason()} <time dateTime={at}>{recent(at)}</time>
        </span>
        <Group gap={8} ml="auto">
          {refusal && !refusal.isFinal && (
            <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void again()}>
              {refusal.now ? t('offline.anyway') : t('offline.again')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            {...offButton(isSending, () => void discard(waiting.id))}
          >
            {t('offline.discard')}
          </Button>
        </Group>
      </Group>
    </li>
  );
}

interface WaitingOfCaseProps {
  caseId: number;
  /** A comment has been added, by its author in any tab. */
  onComment(entry: HTMLElement): void;
}

/** Changes of one case that wait to be sent. */
export function WaitingOfCase({ caseId, onComment }: WaitingOfCaseProps) {
  const waiting = useQueue().waiting.filter((each) => each.caseId === caseId);
  const box = useRef<HTMLDivElement>(null);
  const comments = waiting.filter(({ change }) => change.kind === 'comment').length;
  const before = useRef(comments);
  const report = useEffectEvent(onComment);
  useEffect(() => {
    const added = comments > before.current && box.current?.querySelector<HTMLElement>('li:last-child');
    if (added) report(added);
    before.current = comments;
  }, [comments]);
  if (waiting.length === 0) return null;
  return (
    <div ref={box} className={classes.ofCase}>
      <WaitingChanges waiting={waiting} isOfCase />
    </div>
  );
}
