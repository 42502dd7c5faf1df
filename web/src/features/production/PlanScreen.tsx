import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PLAN_LIMITS, setPlan, showPlan } from '@cusp/contract/production.routes';
import { isKnownStep, STEP_VIEWS, USUAL_PLAN } from '@cusp/dental/production';
import { Button, Radio, Stack } from '@mantine/core';
import { IconListCheck, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeableBy } from '../../client/session/ChangeableBy.tsx';
import { type CuspKey, useCall, useSubmit } from '../../client/use-call.ts';
import { uuid } from '../../client/uuid.ts';
import { errorText } from '../../i18n/error-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import { toastDone } from '../../ui/toast.ts';
import { useLatest } from '../../ui/use-latest.ts';
import classes from './production.module.css';
import { StepFields } from './StepFields.tsx';

const KEY: CuspKey = ['steps', 'plan'];

type Plan = ReplyFrom<typeof showPlan>;
type Steps = Plan['steps'];
type PlanDraft = Pick<Plan, 'steps' | 'view' | 'version'>;

const USUAL = USUAL_PLAN.map(({ types, ...step }) => ({ ...step, types: [...types] })) as Steps;

/** The production steps of one's practice, and what the clinics see of them. */
export default function PlanScreen() {
  const { t } = useTranslation('production');
  const { data, error, refetch } = useCall(showPlan, {}, KEY);
  return (
    <div className={classes.page}>
      <PageHeader title={t('plan.title')} text={t('plan.text')} />
      {data ? (
        <PlanForm plan={data} onStale={refetch} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={6} height={64} />
      )}
    </div>
  );
}

/** A draft keeps the version from which it began, so that a colleague's save is not overwritten unnoticed. */
function PlanForm({ plan: shown, onStale }: { plan: Plan; onStale(): Promise<{ data?: Plan | undefined }> }) {
  const { t } = useTranslation('production');
  const { t: words } = useTranslation('errors');
  const [draft, setDraft] = useState<PlanDraft | null>(null);
  const latest = useLatest(() => draft);
  const [isTried, setTried] = useState(false);
  // Fields keep the typed text; a different list gets new fields.
  const [lists, setLists] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const queries = useQueryClient();
  // The page around this form gets a new plan a moment later, when the fields already start from it.
  const plan = queries.getQueryData<Plan>(KEY) ?? shown;
  const save = useSubmit(setPlan);
  const [latestShown, setLatestShown] = useState(plan);
  // Another tab has saved, and nothing is typed here.
  if (draft === null && latestShown.version !== plan.version) {
    setLatestShown(plan);
    // The same steps keep their fields, and with them the focus.
    if (JSON.stringify(latestShown.steps) !== JSON.stringify(plan.steps)) setLists(lists + 1);
  }
  const { steps, view, version } = draft ?? plan;
  const mayChange = plan.may_change;
  const change = (changes: Partial<Pick<Plan, 'steps' | 'view'>>) => {
    setDraft({ steps, view, version, ...changes });
    setProblem(null);
  };
  const isBlank = ({ step, name }: Steps[number]) => !name.trim() && !isKnownStep(step);
  const put = (at: number, step: Steps[number]) =>
    change({ steps: steps.map((each, place) => (place === at ? step : each)) });
  const move = (at: number, by: 1 | -1) => {
    const moved = [...steps];
    const [step] = moved.splice(at, 1);
    if (step) moved.splice(at + by, 0, step);
    change({ steps: moved });
  };
  const submit = () => {
    setTried(true);
    if (steps.some(isBlank)) return setProblem(t('plan.nameless'));
    // Changes made during the save stay, and are saved on top of it.
    const onTopOf = (saved: number) => (now: PlanDraft | null) => now && { ...now, version: saved };
    save.mutate(
      { body: { steps, view, version } },
      {
        onSuccess: async (saved) => {
          // The reload may fail, and must not restore the previous values.
          queries.setQueryData<Plan>(KEY, (now) => now && { ...now, steps, view, version: saved.version });
          await onStale();
          setTried(false);
          if (latest() === draft) {
            setDraft(null);
            setLists((count) => count + 1);
          } else setDraft(onTopOf(saved.version));
          toastDone(t('plan.saved'));
        },
        onError: async (error) => {
          if (error.code !== 'production_changed') return setProblem(errorText(words, error));
          const { data } = await onStale();
          setDraft(onTopOf(data?.version ?? version));
          setProblem(t('plan.conflict'));
        },
      },
    );
  };
  return (
    <>
      <ChangeableBy route={setPlan}>
        <div className={classes.cards}>
          <TitledCard title={t('plan.steps')}>
            <p className={classes.text}>{mayChange ? t('plan.hint') : t('plan.ownerOnly')}</p>
            {steps.length === 0 ? (
              <EmptyState
                icon={<IconListCheck size={22} />}
                title={t('plan.none.title')}
                text={t('plan.none.text')}
              />
            ) : (
              <ol className={classes.plan}>
                {steps.map((step, at) => (
                  <StepFields
                    key={`${lists} ${step.step}`}
                    step={step}
                    no={at + 1}
                    isLast={at === steps.length - 1}
                    isWrong={isTried && isBlank(step)}
                    isReadOnly={!mayChange}
                    onChange={(next) => put(at, next)}
                    onMove={(by) => move(at, by)}
                    onRemove={() => change({ steps: steps.filter((_, place) => place !== at) })}
                  />
                ))}
              </ol>
            )}
            {mayChange && (
              <div className={classes.buttons}>
                <Button
                  variant="default"
                  size="sm"
                  leftSection={<IconPlus size={16} aria-hidden />}
                  disabled={steps.length >= PLAN_LIMITS.steps}
                  onClick={() => change({ steps: [...steps, { step: uuid(), name: '', types: [] }] })}
                >
                  {t('plan.add')}
                </Button>
                <Button
                  variant="subtle"
                  size="sm"
                  onClick={() => {
                    change({ steps: USUAL });
                    setLists(lists + 1);
                  }}
                >
                  {t('plan.usual')}
                </Button>
              </div>
            )}
          </TitledCard>
          <TitledCard title={t('plan.view.title')}>
            <Radio.Group
              aria-label={t('plan.view.title')}
              value={view}
              onChange={(value) => change({ view: STEP_VIEWS.find((each) => each === value) ?? 'nothing' })}
            >
              <Stack gap={12}>
                {STEP_VIEWS.map((each) => (
                  <Radio
                    key={each}
                    value={each}
                    disabled={!mayChange}
                    label={t(`plan.view.${each}.label`)}
                    description={t(`plan.view.${each}.text`)}
                  />
                ))}
              </Stack>
            </Radio.Group>
          </TitledCard>
        </div>
      </ChangeableBy>
      {mayChange && (
        <SaveBar
          save={t('plan.save')}
          isChanged={draft !== null}
          busy={save.isPending}
          problem={problem === null ? null : { title: problem }}
          onCancel={() => {
            setDraft(null);
            setLists(lists + 1);
            setProblem(null);
            setTried(false);
          }}
          onSave={submit}
        />
      )}
    </>
  );
}
