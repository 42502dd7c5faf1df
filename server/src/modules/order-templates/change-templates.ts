import type { OrderTemplate, TemplateFields } from '@cusp/contract/order-templates';
import { MAX_TEMPLATES } from '@cusp/contract/order-templates.routes';
import type { Done } from '@cusp/contract/wire';
import { fittingChoices } from '@cusp/dental/connectors';
import { isFdi } from '@cusp/dental/teeth';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { refuseUnfitChoices } from '../drafts/check-fields.ts';
import { isRecipient, recipientsOf } from '../drafts/recipients.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { groupOf } from '../share-groups/share-groups.sql.ts';
import { countTemplatesOf, lockTemplate, templatesOf } from './order-templates.sql.ts';

/** The templates a person can use; without the recipients that they cannot send to. */
export async function readTemplates(
  { db }: Services,
  { userId }: Actor,
): Promise<{ templates: OrderTemplate[]; can_share: boolean }> {
  const group = await groupOf(db, userId);
  const [rows, people] = await Promise.all([
    templatesOf(db, userId, group?.id ?? null),
    recipientsOf(db, userId).execute(),
  ]);
  const reachable = new Set(people.map(({ id }) => id));
  return {
    templates: rows.map(({ id, owner_id, name, fields, group_id, owner }) => ({
      id,
      name,
      fields: {
        ...fields,
        // Templates from before the field lack it.
        connectorChoices: fittingChoices(fields.restorations, fields.connectorChoices),
        recipientId:
          fields.recipientId !== null && reachable.has(fields.recipientId) ? fields.recipientId : null,
      },
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
    name: 'templates_changed',
    audience: isShared ? await peopleAround(work.tx, [work.actor.userId]) : [work.actor.userId],
  });

interface NewTemplate {
  name: string;
  fields: TemplateFields;
  is_shared: boolean;
}

/** The fields as they are stored. Teeth must exist; a recipient to whom cases cannot be sent is omitted. */
async function stored(tx: Tx, userId: number, fields: TemplateFields): Promise<string> {
  const bad = fields.restorations.findIndex(({ teeth }) => !teeth.every(isFdi));
  if (bad >= 0) throw new Refusal('invalid_input', `fields.restorations.${bad}.teeth`);
  refuseUnfitChoices(fields);
  const { recipientId } = fields;
  const isOpen = recipientId !== null && (await isRecipient(tx, userId, recipientId));
  const connectorChoices = fittingChoices(fields.restorations, fields.connectorChoices);
  return JSON.stringify({ ...fields, connectorChoices, recipientId: isOpen ? recipientId : null });
}

/** Saves a template. A request that is sent again finds what the first one saved. */
export const saveTemplate = (services: Services, actor: Actor, { name, fields, is_shared }: NewTemplate) =>
  inTransaction(services, actor, async (work) => {
    const { tx } = work;
    const count = await countTemplatesOf(tx, actor.userId);
    const group = is_shared ? await groupOf(tx, actor.userId) : null;
    if (is_shared && !group) throw new Refusal('no_group_to_share', 'is_shared');
    const kept = await stored(tx, actor.userId, fields);
    const saved = await tx
      .selectFrom('order_template')
      .select('id')
      .where('owner_id', '=', actor.userId)
      .where('name', '=', name)
      .where(sql<boolean>`fields = ${kept}::jsonb`)
      .where('group_id', 'is not distinct from', group?.id ?? null)
      .executeTakeFirst();
    if (saved) return saved;
    if (count >= MAX_TEMPLATES) throw new Refusal('too_many_templates');
    await recordChange(work, group !== null);
    return tx
      .insertInto('order_template')
      .values({
        owner_id: actor.userId,
        name,
        fields: kept,
        group_id: group?.id ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });

/** Only the owner changes a template; members of the group see that it exists. */
export const editTemplate = (services: Services, actor: Actor, id: number, change: Partial<NewTemplate>) =>
  inTransaction(services, actor, async (work): Promise<Done> => {
    const { tx } = work;
    const group = await groupOf(tx, actor.userId);
    const template = await lockTemplate(tx, actor.userId, group?.id ?? null, id);
    if (template.owner_id !== actor.userId) throw new Refusal('forbidden');
    if (change.is_shared && !group) throw new Refusal('no_group_to_share', 'is_shared');
    await tx
      .updateTable('order_template')
      .set({
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(change.fields === undefined ? {} : { fields: await stored(tx, actor.userId, change.fields) }),
        ...(change.is_shared === undefined
          ? {}
          : { group_id: change.is_shared ? (group?.id ?? null) : null }),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute();
    await recordChange(work, template.group_id !== null || change.is_shared === true);
    return {};
  });

export const deleteTemplate = (services: Services, actor: Actor, id: number) =>
  inTransaction(services, actor, async (work): Promise<Done> => {
    const { tx } = work;
    const group = await groupOf(tx, actor.userId);
    const template = await lockTemplate(tx, actor.userId, group?.id ?? null, id);
    if (template.owner_id !== actor.userId) throw new Refusal('forbidden');
    await tx.deleteFrom('order_template').where('id', '=', id).execute();
    await recordChange(work, template.group_id !== null);
    return {};
  });
