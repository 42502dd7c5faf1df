import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import { type listRecipients, sendDraft, unsendDraft } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { fullName } from '@cusp/text/names';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { generatePath, useNavigate } from 'react-router';
import { ApiError, isTemporary } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { refreshAfter } from '../../../client/live/refresh-after.ts';
import { useSingleFlight } from '../../../client/use-single-flight.ts';
import { uuid } from '../../../client/uuid.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { undoToast } from '../../../ui/UndoToast.tsx';
import { type EarlyUndo, endUndoOf, pauseUndoOf, withUndo } from '../../../ui/undo-offers.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { makePreview, type UseUploads } from '../../files/files.offers.tsx';
import type { Obstacle } from '../contradictions.ts';
import { FIELD, focusField } from '../field-ids.ts';
import { readMissing } from '../missing-items.ts';
import type { DraftSaver } from '../saving/draft-saver.ts';
import { isBlocked } from '../saving/saver-state.ts';

interface Options {
  saver: DraftSaver;
  uploads: UseUploads;
  /** Files waiting for the draft to be created; they are not uploads yet. */
  waitingFiles: number;
  /** Obstacles to sending the case. */
  obstacles: readonly Obstacle[];
  /** Leads the person to an obstacle. */
  lead(obstacle: Obstacle): void;
}

/** Sends the case once, however often it is called: waits for uploads, saves, publishes, opens the case. */
export function useSend({ saver, uploads, waitingFiles, obstacles, lead }: Options) {
  const { t } = useTranslation('new-case');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [step, setStep] = useState<'uploads' | 'sending' | null>(null);
  const [isTried, setTried] = useState(false);
  const once = useSingleFlight();
  const waiting = useRef<(() => void) | null>(null);
  const isUploading = uploads.isRunning || waitingFiles > 0;
  const latest = useLatest(() => ({ uploads, isUploading, obstacles, lead }));
  useLayoutEffect(() => {
    if (!isUploading) waiting.current?.();
  });
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  async function uploadsDone(): Promise<boolean> {
    if (latest().isUploading) {
      setStep('uploads');
      await new Promise<void>((resolve) => {
        waiting.current = resolve;
      });
      waiting.current = null;
    }
    const lost = latest().uploads.items.filter(({ state }) => state !== 'done').length;
    if (lost === 0) return true;
    return confirm({
      title: t('send.lostTitle'),
      content: t('send.lost', { count: lost }),
      ok: t('send.without'),
    });
  }

  /** Its field shows that another one was refused. */
  function leadToScanner(): void {
    // A locked field takes no focus.
    flushSync(() => setStep(null));
    focusField(FIELD.scanner);
  }

  async function saved(): Promise<boolean> {
    const wasKept = saver.snapshot().isScannerKept;
    const isSaved = await saver.flush();
    if (isSaved && (await saver.confirmConnectors())) return true;
    const state = saver.snapshot();
    if (state.isScannerKept && !wasKept) leadToScanner();
    else if (!isBlocked(state)) toastError(t(isSaved ? 'send.updating' : 'send.notSaved'));
    return false;
  }

  /** Resolves to whether the case was sent. */
  async function publish(): Promise<boolean> {
    setStep('sending');
    // The form takes no changes during the request.
    const resumeUndo = pauseUndoOf(saver.edit);
    try {
      return await send();
    } finally {
      resumeUndo();
    }
  }

  async function send(): Promise<boolean> {
    if (!(await saved())) return false;
    const { id, version } = saver.snapshot();
    if (id === null) return false;
    // The server's time to undo starts a little later than this.
    const until = Date.now() + UNDO_MS;
    const no = await withUndo(async (early) => {
      const sent = await call(sendDraft, { params: { id }, body: { version } });
      offerUndo({ ...sent, until, early });
      return sent.no;
    });
    endUndoOf(saver.edit);
    saver.stop();
    void makePreview(queries, id);
    refreshAfter(queries, sendDraft);
    void navigate(generatePath(PAGES.casesOne, { caseNo: no }), { replace: true });
    return true;
  }

  function offerUndo(sent: ReplyFrom<typeof sendDraft> & { until: number; early: EarlyUndo }): void {
    const { id, no, version, until, early } = sent;
    const { patient, recipientId } = saver.snapshot().fields;
    const known = queries.getQueryData<ReplyFrom<typeof listRecipients>>(['recipients'])?.recipients;
    const recipient = known?.find((each) => each.id === recipientId);
    const name = fullName(patient.firstname, patient.lastname) || no;
    undoToast({
      text: recipient
        ? t('send.doneTo', { name, recipient: recipient.institution || recipient.name })
        : t('send.done', { no }),
      until,
      early,
      async onUndo() {
        try {
          await call(unsendDraft, { params: { id }, body: { version } });
        } catch (error) {
          toastError(errorText(words, error));
          return isTemporary(error);
        }
        refreshAfter(queries, unsendDraft);
        toastDone(t('send.unsent'));
        // A new form: that of the sent case may still be shown, and it takes no changes.
        void navigate(generatePath(PAGES.draft, { draftId: String(id) }), { state: { form: uuid() } });
        return false;
      },
    });
  }

  async function refused(error: unknown): Promise<void> {
    const code = error instanceof ApiError ? error.code : null;
    const { id } = saver.snapshot();
    if (error instanceof ApiError && code === 'draft_incomplete') {
      void queries.invalidateQueries({ queryKey: ['files', id] });
    }
    if (error instanceof ApiError) {
      const [first] = [...error.problems, ...readMissing(error.missing)];
      if (first) lead(first);
    }
    if (code === 'recipient_not_connected') {
      saver.refuseRecipient();
      void queries.invalidateQueries({ queryKey: ['recipients'] });
      lead({ code: 'recipient' });
    }
    if (code === 'device_not_registered') {
      saver.refuseDevice();
      void queries.invalidateQueries({ queryKey: ['scanners'] });
    }
    if (code === 'draft_changed' || code === 'not_found') {
      await saver.checkOther();
      // A dialog reports changes by another window; without one the change was this window's own.
      if (!isBlocked(saver.snapshot())) toastError(t('send.notSaved'));
    } else toastError(errorText(words, error));
  }

  async function start(): Promise<void> {
    setTried(true);
    const [first] = latest().obstacles;
    if (first) return latest().lead(first);
    let isSent = false;
    try {
      // Waiting files need the draft on the server, or they would never start.
      if (latest().isUploading && !(await saved())) return;
      const wasKept = saver.snapshot().isScannerKept;
      if (!(await uploadsDone()) || !isHere.current) return;
      if (saver.snapshot().isScannerKept && !wasKept) return leadToScanner();
      // An edit during the uploads may have added an obstacle.
      const [now] = latest().obstacles;
      if (now) latest().lead(now);
      else isSent = await publish();
    } catch (error) {
      // A locked field takes no focus.
      flushSync(() => setStep(null));
      await refused(error);
    } finally {
      // The form of a sent case stays locked until the page of the case takes its place.
      if (!isSent) setStep(null);
    }
  }

  return { start: () => once(start), step, isTried, isComplete: obstacles.length === 0 };
}

export type Sending = ReturnType<typeof useSend>;
