import type { DraftFields } from '@cusp/contract/draft-fields';
import type { Draft } from '@cusp/contract/drafts';
import { createDraft, discardDraft, getDraft, saveDraft } from '@cusp/contract/drafts.routes';
import { call } from '../../../client/call.ts';

export interface Saved {
  /** Missing in the reply to a change. */
  id?: number;
  version: number;
  updatedAt: string;
}

/** The storage of a draft. All methods fail as `call` does. */
export interface DraftStore {
  /** Idempotent: the same key returns the same draft. */
  create(key: string, fields: DraftFields): Promise<Draft>;
  save(id: number, version: number, fields: DraftFields): Promise<Saved>;
  load(id: number): Promise<Draft>;
  discard(id: number): Promise<unknown>;
}

/** Browsers refuse longer keepalive bodies (64 KiB); a character may take three bytes. */
const KEEPALIVE_CHARACTERS = 20_000;

const keepalive = (fields: DraftFields) => JSON.stringify(fields).length < KEEPALIVE_CHARACTERS;

/** The server. Saving continues when the page is left. */
export const serverStore: DraftStore = {
  create: (key, fields) => call(createDraft, { body: { key, fields } }, { keepalive: keepalive(fields) }),
  save: (id, version, fields) =>
    call(saveDraft, { params: { id }, body: { version, fields } }, { keepalive: keepalive(fields) }),
  load: (id) => call(getDraft, { params: { id } }),
  discard: (id) => call(discardDraft, { params: { id } }),
};
