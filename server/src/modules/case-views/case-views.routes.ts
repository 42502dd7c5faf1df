import * as contract from '@cusp/contract/case-views';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { arrangeViews, deleteView, editView, readViews, saveView } from './change-views.ts';

export function registerCaseViewsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.listViews, async ({ actor }) => readViews(services, actor));
  serve(app, contract.addView, async ({ actor, body }) => saveView(services, actor, body));
  serve(app, contract.orderViews, async ({ actor, body }) => arrangeViews(services, actor, body.ids));
  serve(app, contract.changeView, async ({ actor, params, body }) =>
    editView(services, actor, params.id, {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.filters === undefined ? {} : { filters: body.filters }),
      ...(body.is_shared === undefined ? {} : { is_shared: body.is_shared }),
    }),
  );
  serve(app, contract.removeView, async ({ actor, params }) => deleteView(services, actor, params.id));
}
