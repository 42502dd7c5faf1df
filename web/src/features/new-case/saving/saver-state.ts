import type { DraftFields } from '@cusp/contract/draft-fields';
import type { Draft } from '@cusp/contract/drafts';
import { type FormFields, formOf, sameFields, wireOf } from '../form-fields.ts';

/**
 * `new`: nothing was filled in yet. `waiting`: changed, to be saved soon. `retrying`: the last try failed.
 * `conflict`: another window saved something else. `gone`: discarded or sent in another window. `refused`: the server
 * rejects the values.
 */
type SavePhase = 'new' | 'waiting' | 'saving' | 'saved' | 'retrying' | 'conflict' | 'gone' | 'refused';

export interface SaverState {
  fields: FormFields;
  /** Null until the draft is on the server. */
  id: number | null;
  version: number;
  savedAt: string | null;
  phase: SavePhase;
  /** The other window's version; only in a conflict. */
  theirs: Draft | null;
  /** The chosen recipient is no longer connected. */
  isRecipientRefused: boolean;
  /** Another scanner was refused, because the one so far is locked and the draft has scans. */
  isScannerKept: boolean;
}

/** Another window changed, discarded or sent the draft; a dialog asks the person what to do. */
export const isBlocked = ({ phase }: SaverState): boolean => phase === 'conflict' || phase === 'gone';

/** The initial state: of a stored draft, or of a form with default values. */
export function stateAtStart(start: FormFields | Draft): SaverState {
  const isStored = 'version' in start;
  return {
    fields: isStored ? formOf(start) : start,
    id: isStored ? start.id : null,
    version: isStored ? start.version : 0,
    savedAt: isStored ? start.updatedAt : null,
    phase: isStored ? 'saved' : 'new',
    theirs: null,
    isRecipientRefused: false,
    isScannerKept: false,
  };
}

/** What an edit changes: a refusal is shown until its field is changed. */
export const edited = (before: SaverState, fields: FormFields): Partial<SaverState> => ({
  fields,
  isRecipientRefused: before.isRecipientRefused && fields.recipientId === before.fields.recipientId,
  isScannerKept: before.isScannerKept && fields.deviceId === before.fields.deviceId,
});

const RETRY_FIRST_MS = 2000;
const RETRY_MOST_MS = 30_000;

/** What follows a failed save: the phase, and the milliseconds until the next attempt; null if there is none. */
export function afterFailure(code: string, failures: number): { phase: SavePhase; retryMs: number | null } {
  if (code === 'not_found' || code === 'conflict') return { phase: 'gone', retryMs: null };
  if (code === 'invalid_input') return { phase: 'refused', retryMs: null };
  return { phase: 'retrying', retryMs: Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** (failures - 1)) };
}

/** Number of recent requests remembered. */
const REMEMBERED = 8;

/** Recently sent fields, to recognise one's own changes after a lost response. */
export class SentFields {
  #recent: DraftFields[] = [];

  /** The form as it is sent. */
  remember(fields: FormFields): DraftFields {
    const sent = wireOf(fields);
    this.#recent = [...this.#recent, sent].slice(-REMEMBERED);
    return sent;
  }

  /** The server has confirmed these; from now on only another window can bring back earlier ones. */
  confirmed(sent: DraftFields): void {
    const at = this.#recent.findLastIndex((own) => sameFields(sent, own));
    this.#recent = this.#recent.slice(at + 1);
  }

  has(theirs: DraftFields): boolean {
    return this.#recent.some((own) => sameFields(theirs, own));
  }
}
