import {
  changeAssignee,
  changeStatus,
  getAssignee,
  UNDO_MS,
  undoChange,
} from '@cusp/contract/case-changes.routes';
import type { CaseListItem } from '@cusp/contract/case-list';
import { getCaseContent } from '@cusp/contract/cases.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { downloadAll, prepareDownloadAll } from '@cusp/contract/files.routes';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { call, urlOf } from '../../../client/call.ts';
import { refreshAfter } from '../../../client/live/refresh-after.ts';
import { useUser } from '../../../client/session/session-store.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { undoToast } from '../../../ui/UndoToast.tsx';
import { type EarlyUndo, withUndo } from '../../../ui/undo-offers.ts';
import { saveFrom } from '../../files/files.offers.tsx';
import { canUndoLater, isOwnNewer, setOf } from '../use-undo.ts';
import type { BulkChange, Checked } from './bulk-plan.ts';

const eventOf = ({ kind }: BulkChange) =>
  kind === 'status' ? 'post_status_modified' : 'post_assignee_changed';

/** The id of a change for undo, the number of its case, and the values that it sets. */
interface Undoable {
  undo: number;
  no: string;
  set: string;
}

/** Maximum number of listed cases that could not be restored; the others are only counted. */
const NAMED = 5;

/** Number of cases that are read in parallel. */
const AT_ONCE = 4;

/** Null if it was done; `stopped` if the person stopped the run before it; `unclear` if the reply to the change was lost. */
export type Outcome = ApiError | 'stopped' | 'unclear' | null;

/** Reads the cases as they are now, and the people they can be assigned to. */
export function useChecked(items: readonly CaseListItem[], needsPeople: boolean) {
  const [checked, setChecked] = useState<ReadonlyMap<number, Checked>>(new Map());
  const [people, setPeople] = useState<ReplyFrom<typeof getAssignee>['sg_users'] | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const left = items.map(({ id }) => id);
    let hasPeople = !needsPeople;
    const work = async () => {
      for (let id = left.shift(); id !== undefined && !signal.aborted; id = left.shift()) {
        const params = { id };
        const found = await call(getCaseContent, { params }, { signal }).catch((error: unknown) =>
          error instanceof ApiError ? error.code : 'offline',
        );
        if (signal.aborted) return;
        const caseId = id;
        setChecked((before) => new Map(before).set(caseId, found as Checked));
        if (hasPeople || typeof found === 'string' || !found.can_assign) continue;
        hasPeople = true;
        const reply = await call(getAssignee, { params }, { signal }).catch(() => null);
        if (!signal.aborted) setPeople(reply?.sg_users ?? []);
      }
    };
    void Promise.all(Array.from({ length: AT_ONCE }, work));
    return () => gone.abort();
  }, [items, needsPeople]);
  return { checked, people, isComplete: checked.size === items.length };
}

/**
 * Makes the change case by case, each through its own endpoint and thus in a separate transaction, and based on the
 * state that the person saw: changes by other users since then cause a refusal. Without a connection, or once the
 * session has ended, the rest is not tried.
 */
export function useRun() {
  const { t } = useTranslation('cases');
  const { t: errorWords } = useTranslation('errors');
  const queries = useQueryClient();
  const user = useUser();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [state, setState] = useState<'ready' | 'running' | 'done'>('ready');
  const isStopped = useRef(false);
  /** Undoes the changed cases, oldest first, because their time ends first. */
  const offerUndo = (undos: readonly Undoable[], until: number, early: EarlyUndo) =>
    undoToast({
      text: t('bulk.changed', { count: undos.length }),
      until,
      early,
      sets: undos.map(({ set }) => set),
      async onUndo() {
        const errors: unknown[] = [];
        const lost: string[] = [];
        for (const { undo, no } of undos)
          await call(undoChange, { params: { id: undo } }).catch((error: unknown) => {
            errors.push(error);
            lost.push(no);
          });
        refreshAfter(queries, undoChange);
        if (errors.length === 0) toastDone(t('undo.done'));
        else if (errors.every(isOwnNewer)) toastError(errorText(errorWords, errors[0]));
        else {
          const which = lost.length > NAMED ? [...lost.slice(0, NAMED), '…'] : lost;
          toastError(`${t('bulk.notRestored', { count: lost.length })} ${which.join(', ')}`);
        }
        return errors.length > 0 && errors.every(canUndoLater);
      },
    });
  /** Ctrl+Z during the run stops it and undoes the changes made so far. */
  const run = (change: BulkChange, cases: readonly Exclude<Checked, string>[]) =>
    withUndo(
      (early) => runAll(change, cases, early),
      change.kind === 'status' || change.kind === 'assignee'
        ? cases.map(({ id }) => setOf(eventOf(change), id))
        : [],
    );
  const runAll = async (change: BulkChange, cases: readonly Exclude<Checked, string>[], early: EarlyUndo) => {
    setState('running');
    let lost: ApiError | null = null;
    const undos: Undoable[] = [];
    /** End of the time to undo the first change. */
    let until = 0;
    for (const { id, no, status, assignee } of cases) {
      const params = { id };
      const send = async (): Promise<void> => {
        const end = Date.now() + UNDO_MS;
        let undo: number | null = null;
        if (change.kind === 'status')
          ({ undo } = await call(changeStatus, {
            params,
            body: { action: change.action, was: status.code },
          }));
        else if (change.kind === 'assignee')
          ({ undo } = await call(changeAssignee, {
            params,
            body: { assignee_id: change.id, was: assignee?.id ?? null },
          }));
        else if (change.kind === 'download') {
          const { filename } = await call(prepareDownloadAll, { params });
          const idb64 = btoa(String(user.id)).replace(/=+$/, '');
          await saveFrom(urlOf(downloadAll, { params: { id, idb64 }, query: { filename } }));
        }
        if (undo === null) return;
        until ||= end;
        undos.push({ undo, no, set: setOf(eventOf(change), id) });
      };
      const fail = (error: ApiError): Outcome => {
        if (error.code === 'offline' || error.status === 401) lost = error;
        return error.code === 'offline' && change.kind !== 'download' ? 'unclear' : error;
      };
      const outcome: Outcome =
        isStopped.current || early.isWanted ? 'stopped' : (lost ?? (await send().then(() => null, fail)));
      setOutcomes((before) => new Map(before).set(id, outcome));
    }
    if (change.kind === 'status') refreshAfter(queries, changeStatus);
    if (change.kind === 'assignee') refreshAfter(queries, changeAssignee);
    setState('done');
    if (undos.length > 0 && (early.isWanted || until > Date.now())) offerUndo(undos, until, early);
  };
  return {
    state,
    outcomes,
    run,
    stop() {
      isStopped.current = true;
    },
  };
}
