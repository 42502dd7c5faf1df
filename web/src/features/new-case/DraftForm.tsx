import type { CaseFile } from '@cusp/contract/cases';
import { PAGES } from '@cusp/contract/pages';
import type { Missing } from '@cusp/dental/completeness';
import type { OrderProblem } from '@cusp/dental/order-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, useNavigate } from 'react-router';
import { useSmallScreen } from '../../client/small-screen.ts';
import { contradictionsIn, type Obstacle, problemText } from './contradictions.ts';
import { useUnreadDays } from './DayField.tsx';
import classes from './draft-form.module.css';
import { fieldOf, focusField, lineToOpen } from './field-ids.ts';
import { FilesSection, useDraftFiles } from './files/FilesSection.tsx';
import { ConflictDialog } from './panel/ConflictDialog.tsx';
import { DiscardButton } from './panel/DiscardButton.tsx';
import { ObstacleList } from './panel/ObstacleList.tsx';
import { SaveMark } from './panel/SaveMark.tsx';
import { SendButton } from './panel/SendButton.tsx';
import { useSend } from './panel/use-send.ts';
import type { DraftSaver } from './saving/draft-saver.ts';
import { leaveDraft, openDraft } from './saving/unsaved-drafts.ts';
import { DeliverySection } from './sections/DeliverySection.tsx';
import { PatientSection } from './sections/PatientSection.tsx';
import { RecipientSection } from './sections/RecipientSection.tsx';
import { TeethSection } from './teeth/TeethSection.tsx';
import { useRestorations } from './teeth/use-restorations.tsx';
import { missingText, whatIsMissing } from './what-is-missing.ts';

interface Props {
  saver: DraftSaver;
  /** Names the form in the browser's history. */
  name: string;
  files: CaseFile[];
}

/** The form of an unsent case, on one page, with what is still missing beside it. */
export function DraftForm({ saver, name, files: stored }: Props) {
  const { t } = useTranslation(['new-case', 'dental']);
  const { t: dental } = useTranslation('dental');
  const small = useSmallScreen();
  const state = useSyncExternalStore(saver.subscribe, saver.snapshot);
  const { fields, id } = state;
  const { edit } = saver;
  const files = useDraftFiles(saver, id, stored);
  const chart = useRestorations(fields, edit);
  const missing = useMemo(() => whatIsMissing(fields, files.all), [fields, files.all]);
  const problems = useMemo(() => contradictionsIn(fields), [fields]);
  const unread = useUnreadDays();
  const obstacles = useMemo(
    () => [...unread.days, ...problems.filter(({ isMeant }) => !isMeant), ...missing],
    [unread.days, problems, missing],
  );
  const lead = (first: Obstacle) => {
    const line = lineToOpen(first);
    const row = line === undefined ? undefined : fields.restorations[line];
    if (row && chart.openRow !== row) chart.show(row);
    focusField(fieldOf(first, fields.restorations));
  };
  const send = useSend({
    saver,
    uploads: files.uploads,
    waitingFiles: files.waiting,
    obstacles,
    lead,
  });
  useOwnAddress(saver, name, id);

  const shown = send.isTried ? missing : NOTHING;
  const errorOf = (code: Missing['code']) => {
    const found = shown.find((each) => each.code === code);
    return found ? missingText(found, dental) : null;
  };
  const problemAbout = (codes: readonly OrderProblem['code'][]) => {
    const found = problems.find(({ code }) => codes.includes(code));
    return found ? problemText(found, fields, dental) : null;
  };
  const isLate = missing.some(({ code }) => code === 'delivery_date_past');
  const recipientError = state.isRecipientRefused ? t('recipient.gone') : errorOf('recipient');
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('title')}</h1>
        <SaveMark state={state} />
      </header>
      <div className={classes.columns}>
        <form className={classes.form} noValidate onSubmit={(event) => event.preventDefault()}>
          <RecipientSection recipientId={fields.recipientId} edit={edit} error={recipientError} />
          <PatientSection
            patient={fields.patient}
            edit={edit}
            error={errorOf('patient_name')}
            birthdateError={problemAbout(['birthdate_future', 'birthdate_too_early'])}
            onUnread={unread.onBirthdate}
          />
          <TeethSection
            fields={fields}
            chart={chart}
            edit={edit}
            missing={shown}
            problems={problems}
            error={errorOf('restoration_or_reason')}
          />
          <FilesSection
            files={files}
            draftId={id}
            scansFollow={fields.scansFollow}
            edit={edit}
            error={errorOf('scans')}
          />
          <DeliverySection
            deliveryDate={fields.deliveryDate}
            note={fields.note}
            edit={edit}
            error={isLate ? dental('missing.delivery_date_past') : null}
            onUnread={unread.onDelivery}
          />
        </form>
        <aside className={classes.panel} aria-label={t('panel.label')}>
          <ObstacleList obstacles={obstacles} fields={fields} onChoose={lead} />
          {!small && <SendButton send={send} uploads={files.uploads} />}
          <DiscardButton saver={saver} />
        </aside>
      </div>
      {small && (
        <div className={classes.bar}>
          <SaveMark state={state} isShort />
          <SendButton send={send} uploads={files.uploads} />
        </div>
      )}
      {(state.phase === 'conflict' || state.phase === 'gone') && (
        <ConflictDialog saver={saver} state={state} />
      )}
    </div>
  );
}

const NOTHING: readonly Missing[] = [];

/** Watches the draft while its form is open, and gives it its address once the server knows it. */
function useOwnAddress(saver: DraftSaver, name: string, id: number | null): void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    openDraft(saver);
    return () => {
      leaveDraft(saver);
      void queries.invalidateQueries({ queryKey: ['cases'] });
    };
  }, [saver, queries]);
  useEffect(() => {
    if (id === null) return;
    const path = generatePath(PAGES.draft, { draftId: String(id) });
    if (location.pathname !== path) navigate(path, { replace: true, state: { form: name } });
  }, [id, name, navigate]);
}
