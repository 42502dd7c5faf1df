import type { Draft } from '@cusp/contract/drafts';
import { connectorsOf } from '@cusp/dental/connectors';
import { ApiError } from '../../../client/api-error.ts';
import { uuid } from '../../../client/uuid.ts';
import { Watchers } from '../../../client/watchers.ts';
import { type Edit, type FormFields, sameFields, wireOf } from '../form-fields.ts';
import type { DraftStore, Saved } from './draft-store.ts';
import { afterFailure, edited, isBlocked, type SaverState, SentFields, stateAtStart } from './saver-state.ts';

export const SAVE_AFTER_MS = 800;

/**
 * Saves one draft on the server: created at the first change, saved shortly after the last one, one request at a
 * time. Unsaved changes are kept and retried until they are saved.
 */
export class DraftSaver {
  readonly #store: DraftStore;
  readonly #watchers = new Watchers();
  #state: SaverState;
  #key = uuid();
  #isDirty = false;
  #isStopped = false;
  #failures = 0;
  readonly #sent = new SentFields();
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: DraftStore, start: FormFields | Draft) {
    this.#store = store;
    this.#state = stateAtStart(start);
  }

  readonly subscribe = this.#watchers.subscribe;

  readonly snapshot = (): SaverState => this.#state;

  get isStopped(): boolean {
    return this.#isStopped;
  }

  get isUnsaved(): boolean {
    return !this.#isStopped && (this.#isDirty || this.#running !== null);
  }

  readonly edit: Edit = (change) => {
    const fields = change(this.#state.fields);
    if (fields === this.#state.fields || this.#isStopped) return;
    this.#isDirty = true;
    this.#set(edited(this.#state, fields));
    if (isBlocked(this.#state)) return;
    if (this.#state.phase !== 'retrying' && !this.#running) this.#set({ phase: 'waiting' });
    this.#plan(SAVE_AFTER_MS);
  };

  /** Fills in a default. It is not saved until a field was filled in by hand, so that no empty drafts are kept. */
  readonly preset: Edit = (change) => {
    if (this.#state.phase === 'new' && !this.#isDirty) this.#set({ fields: change(this.#state.fields) });
    else this.edit(change);
  };

  /** Saves now; resolves to false if changes are still unsaved, or a scanner was refused meanwhile. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    const wasKept = this.#state.isScannerKept;
    while (this.isUnsaved && !isBlocked(this.#state)) {
      if (this.#running) {
        // It may have been begun by another call, whose changes have to be saved too.
        await this.#running;
        continue;
      }
      const failures = this.#failures;
      await this.#run();
      if (this.#failures > failures) return false;
    }
    return !this.isUnsaved && !isBlocked(this.#state) && (wasKept || !this.#state.isScannerKept);
  }

  /**
   * Compares the connectors of the draft on the server with those of the form, because a server of the previous release
   * drops their layers during an update; resolves to false if they differ, and the next attempt saves the form again.
   * Fails as `call` does.
   */
  async confirmConnectors(): Promise<boolean> {
    const { id, fields } = this.#state;
    if (id === null || fields.connectorChoices.length === 0) return true;
    const stored = await this.#store.load(id).catch((error: unknown) => {
      // The reply to an earlier attempt may have been lost. Sending a sent draft again returns its case.
      if (error instanceof ApiError && error.code === 'not_found') return null;
      throw error;
    });
    if (!stored) return true;
    const [there, here] = [stored, fields].map(({ restorations, connectorChoices }) =>
      JSON.stringify(connectorsOf(restorations, connectorChoices)),
    );
    if (there !== here) this.edit((now) => ({ ...now }));
    return there === here;
  }

  /** Creates the draft even if nothing was filled in, for files; null on failure. */
  async ensure(): Promise<number | null> {
    if (this.#state.id === null) {
      this.#isDirty = true;
      await this.flush();
    }
    return this.#state.id;
  }

  /** The page is closing: sends unsaved changes without waiting for the current request. */
  leave(): void {
    if (!this.#isDirty || isBlocked(this.#state) || this.#isStopped) return;
    const { id, version, fields } = this.#state;
    if (!this.#running) return void this.#run();
    // The current request raises the version by one; if it did not arrive, this one is refused.
    if (id !== null) void this.#store.save(id, version + 1, this.#sent.remember(fields)).catch(() => {});
  }

  retryNow(): void {
    if (this.#state.phase === 'retrying') this.#plan(0);
  }

  /** Discards the changes made here in favour of the other window's version. */
  takeTheirs(): void {
    const { theirs } = this.#state;
    if (!theirs) return;
    this.#isDirty = false;
    this.#set(stateAtStart(theirs));
  }

  /** Overwrites the other window's version with the changes made here. */
  keepMine(): void {
    const { theirs } = this.#state;
    if (!theirs) return;
    this.#isDirty = true;
    this.#set({ version: theirs.version, phase: 'waiting', theirs: null });
    this.#plan(0);
  }

  /** Continues as a new draft; the files stay with the old one. */
  beginAgain(): void {
    this.#key = uuid();
    this.#isDirty = true;
    this.#set({ id: null, version: 0, savedAt: null, phase: 'waiting' });
    this.#plan(0);
  }

  /** The server found that this recipient is no longer connected; another one chosen since stays. */
  refuseRecipient(refused = this.#state.fields.recipientId): void {
    if (refused !== this.#state.fields.recipientId) return;
    this.edit((fields) => ({ ...fields, recipientId: null }));
    this.#set({ isRecipientRefused: true });
  }

  /** The server takes this scanner no longer, or keeps another one; one chosen since stays. */
  refuseDevice(refused = this.#state.fields.deviceId, kept: number | null = null): void {
    this.edit((fields) => (fields.deviceId === refused ? { ...fields, deviceId: kept } : fields));
  }

  /** A file was removed, so the kept scanner may be replaceable now. */
  readonly fileRemoved = (): void => this.#set({ isScannerKept: false });

  /** Discards the draft; fails as `call` does. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#running) await this.#running;
    try {
      if (this.#state.id !== null) await this.#store.discard(this.#state.id);
    } catch (error) {
      if (this.#isDirty) this.#plan(SAVE_AFTER_MS);
      throw error;
    }
    this.stop();
  }

  /** Stops saving: the draft was sent or discarded, or the person signed out. */
  stop(): void {
    this.#isStopped = true;
    this.#isDirty = false;
    clearTimeout(this.#timer);
    this.#set({});
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), ms);
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#running) return this.#running.then(() => (this.#isDirty ? this.#run() : undefined));
    if (!this.#isDirty || isBlocked(this.#state) || this.#isStopped) return Promise.resolve();
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
      const sent = this.#sent.remember(fields);
      if (id === null) {
        const made = await this.#store.create(this.#key, sent);
        // A repeated creation returns the existing draft, perhaps with the values of an earlier try.
        if (!sameFields(made, sent)) this.#isDirty = true;
        this.#saved(made);
      } else this.#saved(await this.#store.save(id, version, sent));
      this.#sent.confirmed(sent);
    } catch (error) {
      this.#isDirty = true;
      await this.#failed(error, fields);
    }
  }

  #saved({ id, version, updatedAt }: Saved): void {
    this.#failures = 0;
    if (this.#isStopped) return;
    const phase = this.#isDirty ? 'waiting' : 'saved';
    this.#set({ id: id ?? this.#state.id, version, savedAt: updatedAt, phase });
    if (this.#isDirty) this.#plan(SAVE_AFTER_MS);
  }

  async #failed(error: unknown, sent = this.#state.fields): Promise<void> {
    if (this.#isStopped) return;
    const code = error instanceof ApiError ? error.code : 'internal';
    if (code === 'draft_changed') return this.checkOther();
    if (code === 'recipient_not_connected') this.refuseRecipient(sent.recipientId);
    if (code === 'device_not_registered') this.refuseDevice(sent.deviceId);
    if (code === 'recipient_not_connected' || code === 'device_not_registered') return this.#plan(0);
    this.#failures += 1;
    if (code === 'scanner_locked') return this.#keepScanner(sent.deviceId);
    const { phase, retryMs } = afterFailure(code, this.#failures);
    this.#set({ phase });
    if (retryMs !== null) this.#plan(retryMs);
  }

  /** After a refusal because of another version: our own if a response was lost, else another window's. */
  async checkOther(): Promise<void> {
    const theirs = await this.#load();
    if (!theirs) return;
    const mine = wireOf(this.#state.fields);
    if (sameFields(theirs, mine) || this.#sent.has(theirs)) {
      this.#isDirty = !sameFields(theirs, mine);
      return this.#saved(theirs);
    }
    this.#failures += 1;
    this.#set({ phase: 'conflict', theirs });
  }

  async #keepScanner(refused: number | null): Promise<void> {
    const stored = await this.#load();
    if (!stored) return;
    this.refuseDevice(refused, stored.deviceId);
    this.#set({ isScannerKept: true });
    this.#plan(0);
  }

  /** The stored draft; null if there is none or it cannot be loaded now. */
  async #load(): Promise<Draft | null> {
    if (this.#state.id === null) return null;
    return this.#store.load(this.#state.id).catch((error: unknown) => this.#failed(error).then(() => null));
  }

  #set(change: Partial<SaverState>): void {
    this.#state = { ...this.#state, ...change };
    this.#watchers.notify();
  }
}
