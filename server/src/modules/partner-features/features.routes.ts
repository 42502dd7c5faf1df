import * as contract from '@cusp/contract/partner-features';
import { EXPORT_MAX_ROWS } from '@cusp/contract/sheets.routes';
import type { FastifyInstance } from 'fastify';
import { audit } from '../../platform/audit/audit.ts';
import { pageOf, pageWithin } from '../../platform/http/pagination.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { checkSheet } from '../sheets/check-sheet.ts';
import { sendSheet, templateOf } from '../sheets/template.ts';
import { changeFeature } from './change-feature.ts';
import { presentFeature } from './features.present.ts';
import { FEATURES_SHEET } from './features.sheet.ts';
import { allFeatures, countFeatures, featurePage } from './features.sql.ts';
import { removeFeatures } from './remove-features.ts';

export function registerPartnerFeaturesRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serve(app, contract.listFeatures, async ({ query }) => {
    const total = await countFeatures(db, query.search);
    const number = pageWithin(query.page, total, query.num_per_page);
    const features = await featurePage(db, { ...query, page: number });
    return { features: features.map(presentFeature), page: pageOf(number, total, query.num_per_page) };
  });
  serve(app, contract.exportFeatures, async ({ actor, query }) => {
    const features = await allFeatures(db, query.search)
      .limit(EXPORT_MAX_ROWS + 1)
      .execute();
    if (features.length > EXPORT_MAX_ROWS) throw new Refusal('export_too_large');
    await audit(db, actor, {
      action: 'list_exported',
      detail: { list: 'partner_features', filter: { searched: query.search !== '' }, rows: features.length },
    });
    return { features };
  });
  serve(app, contract.changeFeature, ({ actor, params, body }) =>
    changeFeature(services, actor, params.id, body),
  );
  serve(app, contract.removeFeatures, ({ actor, body }) => removeFeatures(services, actor, body.udis));
  serve(app, contract.uploadFeatures, ({ actor, request }) =>
    checkSheet(services, actor, FEATURES_SHEET, request),
  );
  serve(app, contract.featureSheetTemplate, async ({ request, reply }) =>
    sendSheet(request, reply, 'PartnerFeaturesTemplate.xlsx', await templateOf(FEATURES_SHEET)),
  );
}
