import type { Draft } from '@cusp/contract/drafts';
import { type FormFields, formOf } from '../form-fields.ts';

/**
 * `new`: nothing was filled in yet. `waiting`: changed, to be saved in a moment. `retrying`: the last try did
 * not arrive. `conflict`: another window saved something else. `gone`: discarded or sent in another window.
 * `refused`: the server does not take what was filled in.
 */
type SavePhase = 'new' | 'waiting' | 'saving' | 'saved' | 'retrying' | 'conflict' | 'gone' | 'refused';

export interface SaverState {
  fields: FormFields;
  /** Null until the draft is on the server. */
  id: number | null;
  version: number;
  savedAt: string | null;
  phase: SavePhase;
  /** What another window saved; only in a conflict. */
  theirs: Draft | null;
  /** The recipient that was chosen is no accepted connection any more. */
  isRecipientRefused: boolean;
}

/** How a form begins: with what was stored of it, or with what is filled in for everybody. */
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
  };
}
