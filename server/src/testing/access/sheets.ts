import { randomUUID } from 'node:crypto';
import { setFeatures } from '../../modules/partner-features/features.sql.ts';
import type { TestApp } from '../test-app.ts';
import type { People } from './personas.ts';

export interface Sheets {
  /** A new partner feature with its option off. */
  newFeature(): Promise<{ id: number; udi: string }>;
  /** A new sheet of partner features, checked or also applied. */
  newSheet(state?: 'applied'): Promise<{ id: number }>;
}

export const sheetsOf = (t: TestApp, { deviceManager }: People): Sheets => ({
  async newFeature() {
    const udi = randomUUID();
    const made = await t.services.db.transaction().execute((tx) =>
      setFeatures(tx, [{ udi, key: udi.toUpperCase(), option: false }], {
        userId: deviceManager.id,
        batchId: null,
      }),
    );
    return { id: made[0]?.id ?? 0, udi };
  },
  newSheet: (state) =>
    t.services.db
      .insertInto('sheet_batch')
      .values({
        kind: 'features',
        sha256: '0'.repeat(64),
        rows: JSON.stringify([
          [
            2,
            [
              { is: 'text', text: randomUUID() },
              { is: 'text', text: 'Yes' },
            ],
          ],
        ]),
        problems: '[]',
        rows_total: 1,
        rows_bad: 0,
        ...(state ? { state, applied_at: new Date() } : {}),
        created_by: deviceManager.id,
        expires_at: new Date(Date.now() + 60_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
});
