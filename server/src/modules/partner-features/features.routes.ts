import * as contract from '@cusp/contract/partner-features';
import { FEATURES_DEFAULT_SORT } from '@cusp/contract/partner-features.routes';
import { EXPORT_MAX_ROWS } from '@cusp/contract/sheets.routes';
import type { FastifyInstance } from 'fastify';
import { audit } from '../../platform/audit/audit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { checkSheet } from '../sheets/check-sheet.ts';
import { sendSheet, templateOf } from '../sheets/template.ts';
import { allIds, countedPage, inOrder, pageOfIds } from '../staff-lists/long-list.sql.ts';
import { changeFeature } from './change-feature.ts';
import { presentFeature } from './features.present.ts';
import { FEATURES_SHEET } from './features.sheet.ts';
import { featureList, featuresOf } from './features.sql.ts';
import { removeFeatures } from './remove-features.ts';

export function registerPartnerFeaturesRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serve(app, contract.listFeatures, async ({ query }) => {
    const page = await pageOfIds(db, featureList(db), query);
    const features = inOrder(page.ids, await featuresOf(db, page.ids));
    return { features: features.map(presentFeature), page: countedPage(page, query.num_per_page) };
  });
  serve(app, contract.exportFeatures, async ({ actor, query }) => {
    const wish = { search: query.search, sort: FEATURES_DEFAULT_SORT };
    const ids = await allIds(db, featureList(db), wish, EXPORT_MAX_ROWS + 1);
    if (ids.length > EXPORT_MAX_ROWS) throw new Refusal('export_too_large');
    const rows = inOrder(ids, await featuresOf(db, ids));
    const features = rows.map(({ udi, option }) => ({ udi, option }));
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
