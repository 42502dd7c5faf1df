import type { CaseDetail } from '@cusp/contract/cases';
import type { CaseStep, CaseSteps as CaseStepList } from '@cusp/contract/production';
import { caseSteps, markStep, unmarkStep } from '@cusp/contract/production.routes';
import { Checkbox, Progress } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useCall, useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { toastError } from '../../ui/toast.ts';
import classes from './production.module.css';
import { useStepName } from './use-step-name.ts';

/**
 * The steps of the work on a case: the side that works on it marks them, the other side sees what the lab allows.
 * Renders nothing if the reader sees no steps.
 */
export function CaseSteps({ dentalCase }: { dentalCase: CaseDetail }) {
  const { t } = useTranslation('production');
  const { id, status } = dentalCase;
  const mayRead = useMayCall(caseSteps);
  const nameOf = useStepName();
  const { data, error, refetch } = useCall(
    caseSteps,
    { params: { id } },
    // The remaining steps depend on the status and the order.
    ['steps', id, status.code, dentalCase.order_version],
    { enabled: mayRead },
  );
  if (!mayRead || (!data && !error)) return null;
  if (data && (data.total === 0 || (!data.is_maker && data.done === 0))) return null;
  return (
    <section className={classes.section} aria-labelledby="steps-title">
      <div className={classes.head}>
        <h3 id="steps-title" className={classes.heading}>
          {t('title')}{' '}
          {data && (
            <span className={classes.quiet}>{t('progress', { done: data.done, total: data.total })}</span>
          )}
        </h3>
        {data?.is_maker && <span className={classes.quiet}>{t(`shown.${data.view}`)}</span>}
      </div>
      {!data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data.steps.length > 0 ? (
        <ul className={classes.steps}>
          {data.steps.map((step) => (
            <li key={step.step}>
              {data.may_mark ? <MarkStep caseId={id} step={step} /> : <ShownStep step={step} />}
            </li>
          ))}
        </ul>
      ) : (
        <>
          <Progress value={(100 * data.done) / data.total} size="sm" aria-label={t('title')} />
          {data.next && <p className={classes.text}>{t('now', { step: nameOf(data.next) })}</p>}
        </>
      )}
    </section>
  );
}

/** Person and time of a done step; for the other side only the time. */
function useDoneBy() {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation('common');
  const { dateTime } = useFormat();
  return ({ mark }: CaseStep): string =>
    mark === null
      ? ''
      : mark.by === null
        ? dateTime(mark.at)
        : t('by', { name: mark.by || common('unknown'), time: dateTime(mark.at) });
}

/** A step that can be marked. Taking a mark back asks first, because it also removes who did the step and when. */
function MarkStep({ caseId, step }: { caseId: number; step: CaseStep }) {
  const { t } = useTranslation('production');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const nameOf = useStepName();
  const doneBy = useDoneBy();
  const queries = useQueryClient();
  /** The person's choice, until the step changes or the choice is refused. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step replaces what was chosen.
  useEffect(() => setChosen(null), [step]);
  const outcome = {
    onSuccess: (now: CaseStepList) => queries.setQueriesData({ queryKey: ['steps', caseId] }, now),
    onError: (error: unknown) => {
      setChosen(null);
      toastError(errorText(words, error));
    },
  };
  const mark = useSubmit(markStep, outcome);
  const unmark = useSubmit(unmarkStep, outcome);
  const change = async () => {
    if (chosen !== null) return;
    if (step.mark === null) {
      setChosen(true);
      return mark.mutate({ params: { id: caseId }, body: { step: step.step } });
    }
    const content = t('takeBack.text', { step: nameOf(step), done: doneBy(step) });
    if (!(await confirm({ title: t('takeBack.title'), content, ok: t('takeBack.ok') }))) return;
    setChosen(false);
    unmark.mutate({ params: { id: caseId, mark: step.mark.id } });
  };
  return (
    <Checkbox
      className={classes.mark}
      label={nameOf(step)}
      description={doneBy(step) || undefined}
      checked={chosen ?? step.mark !== null}
      aria-busy={chosen !== null || undefined}
      onChange={() => void change()}
    />
  );
}

function ShownStep({ step }: { step: CaseStep }) {
  const { t } = useTranslation('production');
  const nameOf = useStepName();
  const doneBy = useDoneBy();
  const isDone = step.mark !== null;
  const Sign = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <div className={classes.shown} data-done={isDone || undefined}>
      <Sign size={20} stroke={1.6} role="img" aria-label={t(isDone ? 'done' : 'open')} />
      <div className={classes.words}>
        <span>{nameOf(step)}</span>
        {isDone && <span className={classes.quiet}>{doneBy(step)}</span>}
      </div>
    </div>
  );
}
