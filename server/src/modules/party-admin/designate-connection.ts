import type { StaffConnection } from '@cusp/contract/staff-parties';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { staffConnectionsOf } from './staff-connections.sql.ts';

interface Change {
  id: number;
  isDesignated: boolean;
  /** `designation_version` that the person saw. */
  version: number;
}

/** Designates an accepted connection, which then neither side can remove, or releases it. */
export const setDesignation = (
  services: Services,
  actor: Actor,
  { id, isDesignated, version }: Change,
): Promise<StaffConnection> =>
  inTransaction(services, actor, async (work) => {
    const { tx } = work;
    const row = found(
      await tx
        .selectFrom('connection')
        .select([
          'owner_id',
          'user_id',
          'status',
          'is_locked',
          'designation_version',
          'designation_changed_by',
        ])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst(),
    );
    const isDone = row.is_locked === isDesignated;
    // A second click finds the change already made.
    const isOwn = isDone && row.designation_changed_by === actor.userId;
    if (row.designation_version !== version && !isOwn)
      throw new Refusal('conflict', { changed_by: await nameOfPerson(tx, row.designation_changed_by) });
    if (isDesignated && row.status !== 'ACCD') throw new Refusal('connection_not_accepted');
    if (!isDone) {
      await tx
        .updateTable('connection')
        .set({
          is_locked: isDesignated,
          designation_version: row.designation_version + 1,
          designation_changed_by: actor.userId,
          designation_changed_at: new Date(),
        })
        .where('id', '=', id)
        .execute();
      await work.record({
        name: 'contact_modified',
        audience: await peopleAround(tx, [row.owner_id, row.user_id]),
        ids: { connection: id },
      });
      await work.audit({
        action: 'connection_changed',
        object: { type: 'connection', id },
        detail: { change: isDesignated ? 'designated' : 'released' },
      });
    }
    const [changed] = await staffConnectionsOf(tx, [id]);
    return found(changed);
  });

async function nameOfPerson(tx: Tx, id: number | null): Promise<string> {
  if (id === null) return '';
  return nameOf(
    await tx
      .selectFrom('app_user')
      .select(['id', 'first_name', 'last_name', 'institution', 'picture_key', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirst(),
  );
}
