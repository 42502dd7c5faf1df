import type { DraftFields } from '@cusp/contract/draft-fields';
import type { Draft } from '@cusp/contract/drafts';
import { ApiError } from '../../../client/api-error.ts';
import { uuid } from '../../../client/uuid.ts';
import { type Edit, type FormFields, formOf, sameFields, wireOf } from '../form-fields.ts';
import type { DraftPlace } from './draft-place.ts';
import { type SaverState, stateAtStart } from './saver-state.ts';

export const SAVE_AFTER_MS = 800;
const RETRY_FIRST_MS = 2000;
const RETRY_MOST_MS = 30_000;
/** So many of the last requests are remembered, to know one's own words when an answer was lost. */
const REMEMBERED = 8;

/**
 * Keeps one draft on the server: made at the first change, saved a moment after the last one, one request at
 * a time. What could not be saved stays here and is tried again until it is.
 */
export class DraftSaver {
  readonly #place: DraftPlace;
  readonly #listeners = new Set<() => void>();
  #state: SaverState;
  #key = uuid();
  #isDirty = false;
  #isStopped = false;
  #failures = 0;
  #sent: DraftFields[] = [];
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(place: DraftPlace, start: FormFields | Draft) {
    this.#place = place;
    this.#state = stateAtStart(start);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): SaverState => this.#state;

  /** Whether something typed is only here. */
  get isUnsaved(): boolean {
    return !this.#isStopped && (this.#isDirty || this.#running !== null);
  }

  readonly edit: Edit = (change) => {
    const fields = change(this.#state.fields);
    if (fields === this.#state.fields || this.#isStopped) return;
    const isOtherRecipient = fields.recipientId !== this.#state.fields.recipientId;
    this.#isDirty = true;
    this.#set({ fields, ...(isOtherRecipient ? { isRecipientRefused: false } : {}) });
    if (this.#isBlocked) return;
    if (this.#state.phase !== 'retrying' && !this.#running) this.#set({ phase: 'waiting' });
    this.#plan(SAVE_AFTER_MS);
  };

  /** Saves now; false when something typed is still only here. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#running) await this.#running;
    while (this.#isDirty && !this.#isBlocked && !this.#isStopped) {
      const failures = this.#failures;
      await this.#run();
      if (this.#failures > failures) return false;
    }
    return !this.isUnsaved && !this.#isBlocked;
  }

  /** Puts the draft on the server even when nothing was filled in, for files; null when that fails. */
  async ensure(): Promise<number | null> {
    if (this.#state.id === null) {
      this.#isDirty = true;
      await this.flush();
    }
    return this.#state.id;
  }

  /** The page is going away: sends what is unsaved without waiting for what is on its way. */
  leave(): void {
    if (!this.#isDirty || this.#isBlocked || this.#isStopped) return;
    const { id, version, fields } = this.#state;
    if (!this.#running) return void this.#run();
    // The request on its way raises the version by one; when it did not arrive, this one is refused.
    if (id !== null) void this.#place.save(id, version + 1, this.#remember(fields)).catch(() => {});
  }

  /** Tries again at once what waits for the connection. */
  retryNow(): void {
    if (this.#state.phase === 'retrying') this.#plan(0);
  }

  /** Gives up what was typed here for what the other window saved. */
  takeTheirs(): void {
    const { theirs } = this.#state;
    if (!theirs) return;
    this.#isDirty = false;
    this.#set({
      fields: formOf(theirs),
      version: theirs.version,
      savedAt: theirs.updatedAt,
      phase: 'saved',
      theirs: null,
    });
  }

  /** Saves what was typed here over what the other window saved. */
  keepMine(): void {
    const { theirs } = this.#state;
    if (!theirs) return;
    this.#isDirty = true;
    this.#set({ version: theirs.version, phase: 'waiting', theirs: null });
    this.#plan(0);
  }

  /** Goes on with what was typed as another draft; the files stay with the one that is gone. */
  beginAgain(): void {
    this.#key = uuid();
    this.#isDirty = true;
    this.#set({ id: null, version: 0, savedAt: null, phase: 'waiting' });
    this.#plan(0);
  }

  /** The server found at sending that the recipient is no connection any more. */
  refuseRecipient(): void {
    this.edit((fields) => ({ ...fields, recipientId: null }));
    this.#set({ isRecipientRefused: true });
  }

  /** Looks what another window has saved, after a refusal that says so. */
  async checkOther(): Promise<void> {
    await this.#meetOther();
  }

  /** Throws the draft away; fails as `call` does. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#running) await this.#running;
    if (this.#state.id !== null) await this.#place.discard(this.#state.id);
    this.stop();
  }

  /** Nothing is to be saved any more: sent, thrown away or signed out. */
  stop(): void {
    this.#isStopped = true;
    this.#isDirty = false;
    clearTimeout(this.#timer);
    this.#set({});
  }

  get #isBlocked(): boolean {
    return this.#state.phase === 'conflict' || this.#state.phase === 'gone';
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), ms);
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#running) return this.#running.then(() => (this.#isDirty ? this.#run() : undefined));
    if (!this.#isDirty || this.#isBlocked || this.#isStopped) return Promise.resolve();
    this.#running = this.#saveOnce().finally(() => {
      this.#running = null;
      this.#set({});
    });
    this.#set({ phase: 'saving' });
    return this.#running;
  }

  async #saveOnce(): Promise<void> {
    const { id, version, fields } = this.#state;
    this.#isDirty = false;
    try {
      if (id === null) {
        const sent = this.#remember(fields);
        const made = await this.#place.create(this.#key, sent);
        // A repeated creation answers with the draft as it is, perhaps with what an earlier try held.
        if (!sameFields(made, sent)) this.#isDirty = true;
        this.#saved({ id: made.id, version: made.version, savedAt: made.updatedAt });
      } else {
        const saved = await this.#place.save(id, version, this.#remember(fields));
        this.#saved({ version: saved.version, savedAt: saved.updatedAt });
      }
    } catch (error) {
      this.#isDirty = true;
      await this.#failed(error);
    }
  }

  #saved(change: Partial<SaverState>): void {
    this.#failures = 0;
    if (this.#isStopped) return;
    this.#set({ ...change, phase: this.#isDirty ? 'waiting' : 'saved' });
    if (this.#isDirty) this.#plan(SAVE_AFTER_MS);
  }

  async #failed(error: unknown): Promise<void> {
    if (this.#isStopped) return;
    const code = error instanceof ApiError ? error.code : 'internal';
    if (code === 'draft_changed') return this.#meetOther();
    if (code === 'recipient_not_connected') {
      this.refuseRecipient();
      return this.#plan(0);
    }
    this.#failures += 1;
    if (code === 'not_found' || code === 'conflict') return this.#set({ phase: 'gone' });
    if (code === 'invalid_input') return this.#set({ phase: 'refused' });
    this.#set({ phase: 'retrying' });
    this.#plan(Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** (this.#failures - 1)));
  }

  /** Another version is on the server: our own when an answer was lost on its way, else another window's. */
  async #meetOther(): Promise<void> {
    const { id } = this.#state;
    if (id === null) return;
    let theirs: Draft;
    try {
      theirs = await this.#place.load(id);
    } catch (error) {
      return this.#failed(error);
    }
    const mine = wireOf(this.#state.fields);
    if ([mine, ...this.#sent].some((own) => sameFields(theirs, own))) {
      this.#isDirty = !sameFields(theirs, mine);
      return this.#saved({ version: theirs.version, savedAt: theirs.updatedAt });
    }
    this.#failures += 1;
    this.#set({ phase: 'conflict', theirs });
  }

  #remember(fields: FormFields): DraftFields {
    const sent = wireOf(fields);
    this.#sent = [...this.#sent, sent].slice(-REMEMBERED);
    return sent;
  }

  #set(change: Partial<SaverState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
