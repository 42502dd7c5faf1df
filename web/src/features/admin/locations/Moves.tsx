import type { StaffMove } from '@cusp/contract/region-move';
import { type MoveAction, staffMoves, steerMove } from '@cusp/contract/region-move.routes';
import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../client/session/session-store.ts';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { useSingleFlight } from '../../../client/use-single-flight.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { useNumbers } from '../use-numbers.ts';
import classes from './moves.module.css';

/** The administration has no live updates, so the list is polled while it is shown. */
const RELOAD_MS = 10_000;

const COLORS = {
  copying: 'blue',
  frozen: 'blue',
  committed: 'blue',
  arrived: 'green',
  erased: 'green',
  cancelled: 'gray',
  failed: 'red',
} as const;

/** Moves of people from this region to the other one: those that are running, then the latest. */
export function Moves() {
  const { t } = useTranslation('user-locations');
  const query = useCall(staffMoves, {}, ['admin-moves'], { refetchInterval: RELOAD_MS });
  const moves = query.data?.moves;
  return (
    <div className={classes.card}>
      <TitledCard title={t('moves.title')}>
        {moves ? (
          <List moves={moves} />
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingState rows={2} height={48} />
        )}
      </TitledCard>
    </div>
  );
}

function List({ moves }: { moves: readonly StaffMove[] }) {
  const { t } = useTranslation('user-locations');
  if (moves.length === 0) return <p className={classes.quiet}>{t('moves.none')}</p>;
  return (
    <ul className={classes.list}>
      {moves.map((move) => (
        <Line key={move.id} move={move} />
      ))}
    </ul>
  );
}

function Line({ move }: { move: StaffMove }) {
  const { t } = useTranslation('user-locations');
  const { dateTime } = useFormat();
  const { bytes } = useNumbers();
  const { step, failure, is_stuck, asked_by, asked_at, ended_at, cases_mv_percent: percent } = move;
  const isSteerable = step === 'copying' || step === 'frozen';
  const isMoving = isSteerable || step === 'committed';
  const facts = [
    isMoving && t('moves.percent', { percent }),
    failure && t(`moves.failures.${failure}`),
    t('moves.started', { date: dateTime(asked_at) }),
    ended_at && t('moves.ended', { date: dateTime(ended_at) }),
    t('moves.people', { count: move.people }),
    t('moves.cases', { count: move.cases }),
    bytes(move.bytes),
  ];
  return (
    <li className={classes.line}>
      <div className={classes.words}>
        <strong>{t('moves.line', { name: asked_by.name, from: move.from, to: move.to })}</strong>{' '}
        <StateBadge color={COLORS[step]}>{t(`moves.steps.${step}`)}</StateBadge>{' '}
        {isMoving && move.is_paused && <StateBadge color="yellow">{t('moves.pausedTag')}</StateBadge>}
        {is_stuck && <StateBadge color="red">{t('moves.stuckTag')}</StateBadge>}
        <div className={classes.quiet}>
          <DottedLine facts={facts} />
        </div>
        {is_stuck && <p className={classes.advice}>{t('moves.stuck')}</p>}
      </div>
      {isSteerable && <Steering move={move} actions={[move.is_paused ? 'resume' : 'pause', 'cancel']} />}
      {is_stuck && <Steering move={move} actions={['retry']} />}
    </li>
  );
}

/** Pauses, resumes or cancels a move before it is committed; afterwards lets the other region try again. */
function Steering({ move: { id, asked_by }, actions }: { move: StaffMove; actions: readonly MoveAction[] }) {
  const { t } = useTranslation('user-locations');
  const { t: errors } = useTranslation('errors');
  const me = useUser();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const steer = useSubmit(steerMove);
  const once = useSingleFlight();
  const { name } = asked_by;

  async function send(action: MoveAction): Promise<void> {
    const isSure =
      action === 'resume' ||
      action === 'retry' ||
      (await confirm({
        title: t(`moves.${action}Title`, { name }),
        content: t(`moves.${action}Text`),
        ok: t(`moves.${action}`),
        ...(action === 'cancel' ? { cancel: t('moves.goOn') } : {}),
        danger: action === 'cancel',
      }));
    if (!isSure) return;
    try {
      await steer.mutateAsync({ params: { id }, body: { action } });
      toastDone(t(`moves.done.${action}`));
    } catch (error) {
      toastError(errorText(errors, error));
      // A refusal mostly means that the move has continued.
      await queries.invalidateQueries({ queryKey: ['admin-moves'] });
    }
  }

  if (!mayEnter(staffFlagsOf(me), steerMove.staff)) return null;
  const running = steer.isPending ? steer.variables.body.action : null;
  return (
    <div className={classes.actions}>
      {actions.map((action) => (
        <Button
          key={action}
          size="xs"
          variant={action === 'cancel' ? 'subtle' : 'default'}
          color={action === 'cancel' ? 'red' : undefined}
          aria-label={`${t(`moves.${action}`)}: ${name}`}
          loading={running === action}
          onClick={() => void once(() => send(action))}
        >
          {t(`moves.${action}`)}
        </Button>
      ))}
    </div>
  );
}
