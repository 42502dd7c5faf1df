import { Readable } from 'node:stream';
import type { AccessEntry } from '@cusp/contract/privacy';
import * as contract from '@cusp/contract/privacy';
import type { FastifyInstance } from 'fastify';
import { audit } from '../../platform/audit/audit.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { waitForFirstBytes } from '../../platform/http/send-bytes.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { casesOfPatient, erasePatient } from './erase-patient.ts';
import { accessFile } from './export-accesses.ts';
import { registerHoldCalls } from './hold-calls.ts';
import { liftHold, listHolds, placeHold } from './holds.ts';
import { registerLinkCalls } from './link-calls.ts';
import { listAccesses } from './list-accesses.ts';
import { listOpenLinks } from './open-links.ts';

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

/** The cases whose patient a list names. */
const named = (entries: readonly { case: AccessEntry['case'] }[]): number[] => [
  ...new Set(entries.flatMap((entry) => (entry.case?.patient ? [entry.case.id] : []))),
];

export function registerPrivacyRoutes(app: FastifyInstance, services: Services): void {
  registerHoldCalls(app, services);
  registerLinkCalls(app, services);
  const { db } = services;
  // The log contains patient names too. Reads of the log are not in its own list, but the breach report counts them.
  const noteRead = (actor: Actor, entries: readonly AccessEntry[]) =>
    app.readLog.addList(actor, 'access_log_read', named(entries));
  serve(app, contract.listAccesses, async ({ actor, query }) => {
    const log = await listAccesses(services, actor, query);
    noteRead(actor, log.entries);
    return log;
  });
  serve(app, contract.exportAccesses, async ({ actor, query, reply }) => {
    const note = (entries: readonly AccessEntry[]) => noteRead(actor, entries);
    const bytes = await waitForFirstBytes(Readable.from(accessFile(services, actor, query, note)), reply.raw);
    await audit(db, actor, { action: 'access_log_exported', detail: { format: query.format } });
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="access-log.${query.format}"`)
      .type(TYPES[query.format])
      .send(bytes);
  });
  serve(app, contract.listOpenLinks, async ({ actor, query }) => {
    const found = await listOpenLinks(services, actor, query.before);
    app.readLog.addList(actor, 'cases_listed', named(found.links));
    return found;
  });
  serve(app, contract.listHolds, async ({ actor }) => {
    const found = await listHolds(services, actor);
    app.readLog.addList(actor, 'cases_listed', named(found.holds));
    return found;
  });
  serve(app, contract.placeHold, ({ actor, body }) => placeHold(services, actor, body));
  serve(app, contract.liftHold, ({ actor, params }) => liftHold(services, actor, params.id));
  serve(app, contract.casesOfPatient, async ({ actor, query }) => {
    const found = await casesOfPatient(services, actor, query.search);
    app.readLog.addList(
      actor,
      'cases_searched',
      found.cases.map(({ id }) => id),
    );
    app.readLog.addList(
      actor,
      'drafts_listed',
      found.drafts.map(({ id }) => id),
    );
    return found;
  });
  serve(app, contract.erasePatient, ({ actor, body }) => erasePatient(services, actor, body));
}
