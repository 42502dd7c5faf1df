import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { NOBODY } from '../../platform/http/actor.ts';
import type { JobData } from '../../platform/jobs/queues.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { keyOf, type PlannedQueue, planCaseMail } from './plan-case-mail.ts';

const id = z.number().int().positive();
const Receiver = z.object({ caseId: id, userId: id });

/** Sent by the region that a case has left: a mail that was scheduled there before the move. */
const PLANNED_MAIL = {
  name: 'planned-mail',
  body: z.object({
    move: z.uuid(),
    mail: z.discriminatedUnion('queue', [
      z.object({ queue: z.literal('published-mail'), job: Receiver }),
      z.object({
        queue: z.literal('edited-mail'),
        job: Receiver.extend({ since: z.number().int().optional() }),
      }),
      z.object({
        queue: z.literal('comment-mail'),
        job: Receiver.extend({ kind: z.enum(['mention', 'added', 'edited']), since: z.iso.datetime() }),
      }),
    ]),
  }),
  /** False while the people of the move have not arrived. */
  reply: z.object({ is_taken: z.boolean() }),
  perMinute: 12_000,
} satisfies PeerCall;

/** The other region is asked again after this time until it takes the mail. */
const ASK_AGAIN_MS = 60_000;

/** The move with which a case has left this region; null if it has not. */
export async function moveOf(tx: Tx, caseId: number): Promise<string | null> {
  const moved = await tx
    .selectFrom('moved_case')
    .innerJoin('region_move', 'region_move.id', 'moved_case.move_id')
    .select('region_move.id')
    .where('case_id', '=', caseId)
    .where('step', 'in', ['committed', 'arrived'])
    .executeTakeFirst();
  return moved?.id ?? null;
}

/** Leaves a scheduled mail to the other region, once the people have arrived there. */
export async function handOver<N extends PlannedQueue>(
  services: Services,
  queue: N,
  { move, job }: { move: string; job: JobData[N] },
): Promise<void> {
  const mail = { queue, job } as z.input<typeof PLANNED_MAIL.body>['mail'];
  const { is_taken: isTaken } = await askPeer(services, PLANNED_MAIL, { move, mail }).catch(() => ({
    is_taken: false,
  }));
  if (isTaken) return;
  await inTransaction(services, NOBODY, (work) =>
    planCaseMail(work, queue, job, new Date(Date.now() + ASK_AGAIN_MS)),
  );
}

/** Takes scheduled mails of cases that have moved here; each is then sent as if it had been scheduled here. */
export function registerPlannedMails(app: FastifyInstance, services: Services): void {
  servePeer(app, services, PLANNED_MAIL, async ({ move, mail: { queue, job } }) => {
    const arrived = await services.db
      .selectFrom('region_import')
      .select('circle')
      .where('move_id', '=', move)
      .where('step', '=', 'arrived')
      .executeTakeFirst();
    if (!arrived) return { is_taken: false };
    const dentalCase = await services.db
      .selectFrom('dental_case')
      .select('id')
      .where('id', '=', job.caseId)
      .where('author_id', '=', sql<number>`any(${arrived.circle}::bigint[])`)
      .executeTakeFirst();
    if (dentalCase)
      await inTransaction(services, NOBODY, (work) =>
        planCaseMail(work, queue, job, new Date(), idOf(move, queue, job)),
      );
    return { is_taken: true };
  });
}

/** The same UUID whenever a mail is sent here again because the reply was lost. */
function idOf(move: string, queue: PlannedQueue, job: JobData[PlannedQueue]): string {
  const hash = createHash('sha256')
    .update(`${move} ${queue} ${keyOf(job)}`)
    .digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
