import type { CaseFile } from '@cusp/contract/cases';
import { lastUsed } from '@cusp/contract/drafts.routes';
import type { OrderTemplate } from '@cusp/contract/order-templates';
import { PAGES } from '@cusp/contract/pages';
import type { Missing } from '@cusp/dental/completeness';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, useNavigate } from 'react-router';
import { useCall } from '../../client/use-call.ts';
import { uuid } from '../../client/uuid.ts';
import { primaryPositions } from '../../dental-ui/odontogram/chart-selection.ts';
import { undoToast } from '../../ui/UndoToast.tsx';
import { ScannerSelect } from '../devices/devices.offers.tsx';
import { TemplatesMenu } from '../order-templates/order-templates.offers.tsx';
import { FIELD } from './field-ids.ts';
import { FilesSection } from './files/FilesSection.tsx';
import { SharedFiles } from './files/SharedFiles.tsx';
import { useDraftFiles } from './files/use-draft-files.ts';
import type { Edit, FormFields } from './form-fields.ts';
import { missingItems } from './missing-items.ts';
import { OrderFormFrame, useOrderChecks } from './OrderFormFrame.tsx';
import { ConflictDialog } from './panel/ConflictDialog.tsx';
import { DiscardButton } from './panel/DiscardButton.tsx';
import { ObstacleList } from './panel/ObstacleList.tsx';
import classes from './panel/panel.module.css';
import { SaveStatus } from './panel/SaveStatus.tsx';
import { SendButton } from './panel/SendButton.tsx';
import { useSend } from './panel/use-send.ts';
import type { DraftSaver } from './saving/draft-saver.ts';
import { isBlocked } from './saving/saver-state.ts';
import { leaveDraft, openDraft } from './saving/unsaved-drafts.ts';
import { useRecipientCalendar } from './sections/AppointmentField.tsx';
import { DeliverySection } from './sections/DeliverySection.tsx';
import { PatientSection } from './sections/PatientSection.tsx';
import { RecipientSection } from './sections/RecipientSection.tsx';
import { TeethSection } from './teeth/TeethSection.tsx';
import { type Restorations, useRestorations } from './teeth/use-restorations.tsx';

interface Props {
  saver: DraftSaver;
  /** Identifies the form in the browser's history. */
  name: string;
  files: CaseFile[];
}

/** The form of a draft on one page, with a list of what is missing. */
export function DraftForm({ saver, name, files: stored }: Props) {
  const { t } = useTranslation(['new-case', 'dental']);
  const state = useSyncExternalStore(saver.subscribe, saver.snapshot);
  const { fields, id } = state;
  const { edit } = saver;
  const files = useDraftFiles(saver, id, stored);
  const chart = useRestorations(fields, edit, useLastUsed(fields.recipientId));
  const missing = useMemo(() => missingItems(fields, files.all), [fields, files.all]);
  const { problems, obstacles, unread, longNote, missingAbout, problemAbout, lead } = useOrderChecks(
    fields,
    missing,
    chart,
  );
  const send = useSend({
    saver,
    uploads: files.uploads,
    waitingFiles: files.waiting,
    obstacles,
    lead,
  });
  useOwnAddress(saver, name, id);
  const fill = useTemplate(fields, edit, chart);

  const isLocked = send.step === 'sending';
  const shown = send.isTried ? missing : NOTHING;
  const errorOf = (code: Missing['code']) => (send.isTried ? missingAbout(code) : null);
  const calendar = useRecipientCalendar(fields.recipientId);
  const recipientError = state.isRecipientRefused ? t('recipient.gone') : errorOf('recipient');
  return (
    <>
      <OrderFormFrame
        title={t('title')}
        head={
          <div className={classes.head}>
            <SaveStatus state={state} />
            <div inert={isLocked}>
              <TemplatesMenu fields={fields} onApply={fill} />
            </div>
          </div>
        }
        label={t('panel.label')}
        panel={<ObstacleList obstacles={obstacles} fields={fields} onChoose={lead} />}
        below={
          <div inert={isLocked}>
            <DiscardButton saver={saver} />
          </div>
        }
        isLocked={isLocked}
        action={<SendButton send={send} uploads={files.uploads} />}
        status={<SaveStatus state={state} isShort />}
      >
        <SharedFiles name={name} onAdd={files.add} />
        <RecipientSection
          recipientId={fields.recipientId}
          edit={edit}
          preset={saver.preset}
          isRefused={state.isRecipientRefused}
          error={recipientError}
        />
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
          scanner={
            <ScannerSelect
              id={FIELD.scanner}
              deviceId={fields.deviceId}
              isKept={state.isScannerKept}
              onChange={(deviceId) => edit((before) => ({ ...before, deviceId }))}
            />
          }
        />
        <DeliverySection
          deliveryDate={fields.deliveryDate}
          note={longNote.text || fields.note}
          onLongNote={longNote.setText}
          edit={edit}
          error={missingAbout('delivery_date_past', 'delivery_date_far')}
          onUnread={unread.onDelivery}
          appointment={{
            appointment: fields.appointment,
            calendar: fields.recipientId === null ? null : calendar,
            error: missingAbout('appointment_past', 'appointment_far'),
            onUnread: unread.onAppointment,
          }}
        />
      </OrderFormFrame>
      {isBlocked(state) && <ConflictDialog saver={saver} state={state} />}
    </>
  );
}

const NOTHING: readonly Missing[] = [];

/**
 * Fills in the order of a template; the previous values can be restored for some seconds, except where the form was
 * changed since.
 */
function useTemplate(fields: FormFields, edit: Edit, chart: Restorations) {
  const { t } = useTranslation('templates');
  return ({ name, fields: template }: OrderTemplate) => {
    const { recipientId, restorations, connectorChoices, note, noRestorationReason } = fields;
    const { primary } = chart;
    const rows = template.restorations.map((each) => ({ ...each, meant: [], key: uuid() }));
    edit((now) => ({
      ...now,
      recipientId: template.recipientId ?? now.recipientId,
      note: template.note || now.note,
      ...(rows.length > 0
        ? { restorations: rows, connectorChoices: template.connectorChoices ?? [], noRestorationReason: '' }
        : {}),
    }));
    const teeth = primaryPositions(rows.flatMap((row) => row.teeth));
    if (teeth.size > 0) chart.setPrimary(new Set([...primary, ...teeth]));
    undoToast({
      text: t('applied', { name }),
      of: edit,
      onUndo() {
        edit((now) => ({
          ...now,
          ...(template.recipientId && now.recipientId === template.recipientId ? { recipientId } : {}),
          ...(template.note && now.note === template.note ? { note } : {}),
          ...(now.restorations === rows ? { restorations, connectorChoices, noRestorationReason } : {}),
        }));
        chart.setPrimary(primary);
        return undefined;
      },
    });
  };
}

/** The latest order to this recipient; undefined while loading, because the form does not wait for suggestions. */
function useLastUsed(recipientId: number | null) {
  const { data } = useCall(lastUsed, { params: { id: recipientId ?? 0 } }, ['last-used', recipientId], {
    enabled: recipientId !== null,
    retry: false,
  });
  return data?.used;
}

/**
 * Keeps the draft in the list of open drafts while its form is mounted, and updates the URL once the server has
 * assigned an id.
 */
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
    // The URL may already be that of the sent case, whose page replaces this form a little later.
    if (id === null || !location.pathname.startsWith(PAGES.newCase)) return;
    const path = generatePath(PAGES.draft, { draftId: String(id) });
    if (location.pathname !== path) void navigate(path, { replace: true, state: { form: name } });
  }, [id, name, navigate]);
}
