import * as contract from '@cusp/contract/drafts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { createDraft } from './create-draft.ts';
import { discardDraft } from './discard-draft.ts';
import { readDraft, readDrafts, readLastUsed, readRecipients } from './read-drafts.ts';
import { saveDraft } from './save-draft.ts';
import { sendDraft } from './send-draft.ts';
import { unsendDraft } from './unsend-draft.ts';

export function registerDraftsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.listDrafts, async ({ actor, query }) => {
    const found = await readDrafts(services, actor, query.before);
    app.readLog.addList(
      actor,
      'drafts_listed',
      found.drafts.map(({ id }) => id),
    );
    return found;
  });
  serve(app, contract.listRecipients, ({ actor }) => readRecipients(services, actor));
  serve(app, contract.lastUsed, ({ actor, params }) => readLastUsed(services, actor, params.id));
  serve(app, contract.getDraft, async ({ actor, params }) => {
    const found = await readDraft(services, actor, params.id);
    app.readLog.addList(actor, 'drafts_listed', [found.id]);
    return found;
  });
  serve(app, contract.createDraft, ({ actor, body }) =>
    createDraft(services, actor, { key: body.key, fields: body.fields ?? {} }),
  );
  serve(app, contract.saveDraft, ({ actor, params, body }) =>
    saveDraft(services, actor, { draftId: params.id, ...body }),
  );
  serve(app, contract.discardDraft, ({ actor, params }) => discardDraft(services, actor, params.id));
  serve(app, contract.unsendDraft, ({ actor, params, body }) =>
    unsendDraft(services, actor, { draftId: params.id, version: body.version }),
  );
  serve(app, contract.sendDraft, ({ actor, params, body }) =>
    sendDraft(services, actor, { draftId: params.id, version: body.version }),
  );
}
