import * as contract from '@cusp/contract/order-templates';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { deleteTemplate, editTemplate, readTemplates, saveTemplate } from './change-templates.ts';

export function registerOrderTemplatesRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.listTemplates, ({ actor }) => readTemplates(services, actor));
  serve(app, contract.addTemplate, ({ actor, body }) => saveTemplate(services, actor, body));
  serve(app, contract.changeTemplate, ({ actor, params, body }) =>
    editTemplate(services, actor, params.id, {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.fields === undefined ? {} : { fields: body.fields }),
      ...(body.is_shared === undefined ? {} : { is_shared: body.is_shared }),
    }),
  );
  serve(app, contract.removeTemplate, ({ actor, params }) => deleteTemplate(services, actor, params.id));
}
