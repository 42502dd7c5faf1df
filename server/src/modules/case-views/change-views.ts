import { type CaseView, ViewFilters } from '@cusp/contract/case-views';
import { MAX_VIEWS } from '@cusp/contract/case-views.routes';
import type { Done } from '@cusp/contract/wire';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { groupOf } from '../share-groups/share-groups.sql.ts';
import { lockView, lockViewsOf, viewsOf } from './case-views.sql.ts';

/** The views a person can use. */
export async function readViews(
  { db }: Services,
  { userId }: Actor,
): Promise<{ views: CaseView[]; can_share: boolean }> {
  const group = await groupOf(db, userId);
  const rows = await viewsOf(db, userId, group?.id ?? null);
  return {
    views: rows.map(({ id, owner_id, name, filters, group_id, owner }) => ({
      id,
      name,
      filters: ViewFilters.parse(filters),
      is_shared: group !== null && group_id === group.id,
      is_mine: owner_id === userId,
      owner: nameOf(owner),
    })),
    can_share: group !== null,
  };
}

/** Notifies the person's other tabs, and the group about what it shares. */
const recordChange = async (work: Work, isShared: boolean): Promise<void> =>
  work.record({
    name: 'views_changed',
    audience: isShared ? await peopleAround(work.tx, [work.actor.userId]) : [work.actor.userId],
  });

interface NewView {
  name: string;
  filters: ViewFilters;
  is_shared: boolean;
}

/** Saves a view after the person's others. A request that is sent again finds what the first one saved. */
export const saveView = (services: Services, actor: Actor, { name, filters, is_shared }: NewView) =>
  inTransaction(services, actor, async (work) => {
    const { tx } = work;
    const views = await lockViewsOf(tx, actor.userId);
    const group = is_shared ? await groupOf(tx, actor.userId) : null;
    if (is_shared && !group) throw new Refusal('no_group_to_share', 'is_shared');
    const saved = await tx
      .selectFrom('case_view')
      .select('id')
      .where('owner_id', '=', actor.userId)
      .where('name', '=', name)
      .where(sql<boolean>`filters = ${JSON.stringify(filters)}::jsonb`)
      .where('group_id', 'is not distinct from', group?.id ?? null)
      .executeTakeFirst();
    if (saved) return saved;
    if (views.length >= MAX_VIEWS) throw new Refusal('too_many_views');
    await recordChange(work, group !== null);
    return tx
      .insertInto('case_view')
      .values({
        owner_id: actor.userId,
        name,
        filters: JSON.stringify(filters),
        group_id: group?.id ?? null,
        position: (views.at(-1)?.position ?? 0) + 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });

/** Only the owner changes a view; members of the group see that it exists. */
export const editView = (services: Services, actor: Actor, id: number, change: Partial<NewView>) =>
  inTransaction(services, actor, async (work): Promise<Done> => {
    const { tx } = work;
    const group = await groupOf(tx, actor.userId);
    const view = await lockView(tx, actor.userId, group?.id ?? null, id);
    if (view.owner_id !== actor.userId) throw new Refusal('forbidden');
    if (change.is_shared && !group) throw new Refusal('no_group_to_share', 'is_shared');
    await tx
      .updateTable('case_view')
      .set({
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(change.filters === undefined ? {} : { filters: JSON.stringify(change.filters) }),
        ...(change.is_shared === undefined
          ? {}
          : { group_id: change.is_shared ? (group?.id ?? null) : null }),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute();
    await recordChange(work, view.group_id !== null || change.is_shared === true);
    return {};
  });

export const deleteView = (services: Services, actor: Actor, id: number) =>
  inTransaction(services, actor, async (work): Promise<Done> => {
    const { tx } = work;
    const group = await groupOf(tx, actor.userId);
    const view = await lockView(tx, actor.userId, group?.id ?? null, id);
    if (view.owner_id !== actor.userId) throw new Refusal('forbidden');
    await tx.deleteFrom('case_view').where('id', '=', id).execute();
    await recordChange(work, view.group_id !== null);
    return {};
  });

/** Puts a person's views in this order; a view that another tab has just added stays behind them. */
export const arrangeViews = (services: Services, actor: Actor, ids: readonly number[]) =>
  inTransaction(services, actor, async (work): Promise<Done> => {
    const { tx } = work;
    const views = await lockViewsOf(tx, actor.userId);
    const own = new Set(views.map(({ id }) => id));
    if (!ids.every((id) => own.has(id))) throw new Refusal('not_found');
    const order = [...new Set([...ids, ...own])];
    for (const [at, id] of order.entries())
      await tx
        .updateTable('case_view')
        .set({ position: at + 1 })
        .where('id', '=', id)
        .execute();
    await recordChange(
      work,
      views.some(({ group_id }) => group_id !== null),
    );
    return {};
  });
