import * as contract from '@cusp/contract/comments';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { addComment } from './add-comment.ts';
import { editComment } from './edit-comment.ts';
import { listComments } from './list-comments.ts';
import { reactToComment } from './react-to-comment.ts';
import { removeComment } from './remove-comment.ts';
import { seeComments } from './see-comments.ts';

export function registerCommentsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.listComments, async ({ actor, params }) => {
    const list = await listComments(services, actor, params.id);
    app.readLog.addPart(actor, params.id);
    return list;
  });
  serve(app, contract.seeComments, ({ actor, params, body }) =>
    seeComments(services, actor, { ...body, caseId: params.id }),
  );
  serve(app, contract.addComment, ({ actor, params, body }) =>
    addComment(services, actor, { ...body, caseId: params.id }),
  );
  serve(app, contract.editComment, ({ actor, params, body }) =>
    editComment(services, actor, { ...body, commentId: params.id }),
  );
  serve(app, contract.reactToComment, ({ actor, params, body }) =>
    reactToComment(services, actor, { ...body, commentId: params.id }),
  );
  serve(app, contract.removeComment, ({ actor, params }) => removeComment(services, actor, params.id));
}
