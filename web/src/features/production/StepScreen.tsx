import { PAGES } from '@cusp/contract/pages';
import type { CaseSteps } from '@cusp/contract/production';
import { caseSteps, markStep, unmarkStep } from '@cusp/contract/production.routes';
import { Button } from '@mantine/core';
import { IconCircleCheckFilled, IconInfoCircle, IconQrcode } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link, useParams } from 'react-router';
import { useCall, useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import classes from './production.module.css';
import { useStepName } from './use-step-name.ts';

/**
 * Target of the code on a printed order form: the next step of the case and one button. Opening it changes nothing, and
 * people who do not see the case learn nothing about it.
 */
export default function StepScreen() {
  const { t } = useTranslation('production');
  const id = Number(useParams().caseId);
  const isId = Number.isSafeInteger(id) && id > 0;
  const { data, error, refetch } = useCall(caseSteps, { params: { id } }, ['steps', id], { enabled: isId });
  const isUnknown = !isId || error?.code === 'not_found';
  return (
    <div className={classes.phone}>
      {isUnknown ? (
        <>
          <PageTitle className={classes.no}>{t('phone.title')}</PageTitle>
          <EmptyState
            icon={<IconQrcode size={22} />}
            title={t('phone.unknown.title')}
            text={t('phone.unknown.text')}
            action={
              <Button component={Link} to={PAGES.cases} variant="default" size="sm">
                {t('phone.cases')}
              </Button>
            }
          />
        </>
      ) : data ? (
        <>
          <PageTitle className={classes.no}>{data.no}</PageTitle>
          {data.may_mark && data.total > 0 ? (
            <Step key={id} caseId={id} steps={data} />
          ) : (
            <Notice>
              {t(!data.is_maker ? 'phone.otherSide' : data.may_mark ? 'phone.none' : 'phone.finished')}
            </Notice>
          )}
          <Button component={Link} to={generatePath(PAGES.caseOne, { caseNo: String(id) })} variant="subtle">
            {t('phone.open')}
          </Button>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={2} height={72} />
      )}
    </div>
  );
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className={classes.notice} role="status">
    <IconInfoCircle size={20} stroke={1.6} aria-hidden />
    <span>{children}</span>
  </p>
);

const markOf = (steps: CaseSteps['steps'], key: string | undefined): number | null =>
  steps.find(({ step }) => step === key)?.mark?.id ?? null;

/**
 * The step that was next when the page was opened. It stays the same while others work, so that the button cannot mark
 * another step than the displayed one.
 */
function Step({ caseId, steps }: { caseId: number; steps: CaseSteps }) {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const { recent } = useFormat();
  const nameOf = useStepName();
  const [offered, setOffered] = useState(steps.next?.step);
  /** The mark made here, which alone can be undone here: another one may have replaced it. */
  const [ownMark, setOwnMark] = useState<number | null>(null);
  const queries = useQueryClient();
  const key = ['steps', caseId];
  const mark = useSubmit(markStep, {
    onSuccess: ({ was_done, ...now }) => {
      queries.setQueryData<CaseSteps>(key, now);
      setOwnMark(was_done ? null : markOf(now.steps, offered));
    },
  });
  const unmark = useSubmit(unmarkStep);
  const step = steps.steps.find((each) => each.step === offered);
  const isOwn = step?.mark != null && step.mark.id === ownMark;
  const latest = steps.steps
    .filter((each) => each.mark !== null)
    .sort((a, b) => (b.mark?.at ?? '').localeCompare(a.mark?.at ?? ''))[0];
  const sentence = ({ name, step: key, mark: done }: CaseSteps['steps'][number]) =>
    t('phone.doneBy', {
      step: nameOf({ step: key, name }),
      name: done?.by || common('unknown'),
      time: recent(done?.at ?? ''),
    });
  const error = mark.error ?? unmark.error;
  const goOn = () => {
    setOffered(steps.next?.step);
    setOwnMark(null);
    mark.reset();
    unmark.reset();
  };
  return (
    <>
      <p className={classes.quiet}>{t('progressLong', { done: steps.done, total: steps.total })}</p>
      {step?.mark ? (
        <div className={classes.result} role="status">
          <IconCircleCheckFilled size={48} aria-hidden />
          <strong>{isOwn ? t('phone.marked', { step: nameOf(step) }) : t('phone.already')}</strong>
          <span className={classes.quiet}>{sentence(step)}</span>
        </div>
      ) : step ? (
        <>
          {latest && <Notice>{sentence(latest)}</Notice>}
          <Button
            className={classes.big}
            fullWidth
            loading={mark.isPending}
            onClick={() => {
              // The reply is drawn a moment after it came; a second press until then must not mark again.
              const now = queries.getQueryData<CaseSteps>(key) ?? steps;
              if (markOf(now.steps, step.step) === null)
                mark.mutate({ params: { id: caseId }, body: { step: step.step } });
            }}
          >
            {t('phone.mark', { step: nameOf(step) })}
          </Button>
        </>
      ) : (
        offered !== undefined && <Notice>{t('phone.gone')}</Notice>
      )}
      {!steps.next && <Notice>{t('phone.allDone')}</Notice>}
      {error && (
        <p className={classes.wrong} role="alert">
          {errorText(words, error)}
        </p>
      )}
      {ownMark !== null && isOwn && (
        <Button
          variant="default"
          size="md"
          loading={unmark.isPending}
          onClick={() =>
            unmark.mutate(
              { params: { id: caseId, mark: ownMark } },
              {
                onSuccess: () => {
                  setOwnMark(null);
                  mark.reset();
                },
              },
            )
          }
        >
          {t('phone.undo')}
        </Button>
      )}
      {(!step || step.mark) && steps.next && (
        <Button variant="default" size="md" disabled={unmark.isPending} onClick={goOn}>
          {t('phone.next', { step: nameOf(steps.next) })}
        </Button>
      )}
    </>
  );
}
