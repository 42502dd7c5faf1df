import { randomUUID } from 'node:crypto';
import { MAX_FILE_BYTES } from '@cusp/contract/file-types';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { EXPORT_KINDS } from './export-kinds.ts';
import { registerPage } from './html-page.ts';
import { registerAddressesRoutes } from './modules/addresses/addresses.routes.ts';
import { registerAgreementsRoutes } from './modules/agreements/agreements.routes.ts';
import { registerAppInfoRoutes } from './modules/app-info/app-info.routes.ts';
import { registerAppointmentRoutes } from './modules/appointments/appointments.routes.ts';
import { registerCasePageRoutes } from './modules/case-page/case-page.routes.ts';
import { registerCaseViewsRoutes } from './modules/case-views/case-views.routes.ts';
import { registerClosingRoutes } from './modules/closing/closing.routes.ts';
import { registerCommentsRoutes } from './modules/comments/comments.routes.ts';
import { registerConnectionsRoutes } from './modules/connections/connections.routes.ts';
import { registerDashboardRoutes } from './modules/dashboard/dashboard.routes.ts';
import { registerDataExportsRoutes } from './modules/data-exports/data-exports.routes.ts';
import { registerDeviceAdminRoutes } from './modules/device-admin/device-admin.routes.ts';
import { registerDeviceSheetRoutes } from './modules/devices/device-sheet.routes.ts';
import { registerDevicesRoutes } from './modules/devices/devices.routes.ts';
import { DEVICES_SHEET } from './modules/devices/devices.sheet.ts';
import { registerDraftsRoutes } from './modules/drafts/drafts.routes.ts';
import { registerEmailChangeRoutes } from './modules/email-change/email-change.routes.ts';
import { registerFilesRoutes } from './modules/files/files.routes.ts';
import { registerLightCopiesRoutes } from './modules/files/light-copies.routes.ts';
import { registerUploadsRoutes } from './modules/files/uploads.routes.ts';
import { registerHandoffRoutes } from './modules/handoff/handoff.routes.ts';
import { registerHealthRoutes } from './modules/health/health.routes.ts';
import { registerHistoryRoutes } from './modules/history/history.routes.ts';
import { createAuthenticate } from './modules/identity/authenticate.ts';
import { registerIdentityRoutes } from './modules/identity/identity.routes.ts';
import { registerInboxRoutes } from './modules/inbox/inbox.routes.ts';
import { registerLabsRoutes } from './modules/labs/labs.routes.ts';
import { registerStaffLabsRoutes } from './modules/labs/staff-labs.routes.ts';
import { registerListExportsRoutes } from './modules/list-exports/list-exports.routes.ts';
import { registerLiveRoutes } from './modules/live/live.routes.ts';
import { registerOfflineRoutes } from './modules/offline/offline.routes.ts';
import { registerOrderFormRoutes } from './modules/order-form/order-form.routes.ts';
import { registerOrderTemplatesRoutes } from './modules/order-templates/order-templates.routes.ts';
import { registerOrdersRoutes } from './modules/orders/orders.routes.ts';
import { registerPartnerFeaturesRoutes } from './modules/partner-features/features.routes.ts';
import { FEATURES_SHEET } from './modules/partner-features/features.sheet.ts';
import { registerPartyAdminRoutes } from './modules/party-admin/party-admin.routes.ts';
import { registerPhoneRoutes } from './modules/phone/phone.routes.ts';
import { registerPresenceRoutes } from './modules/presence/presence.routes.ts';
import { registerPrivacyRoutes } from './modules/privacy/privacy.routes.ts';
import { registerProductionRoutes } from './modules/production/production.routes.ts';
import { registerProfileRoutes } from './modules/profile/profile.routes.ts';
import { registerPushRoutes } from './modules/push/push.routes.ts';
import { registerReferenceRoutes } from './modules/reference/reference.routes.ts';
import { registerAddressLookUp } from './modules/region-look-up/address-look-up.ts';
import { registerRegionMoveRoutes } from './modules/region-move/region-move.routes.ts';
import { registerRegionSignInRoutes } from './modules/region-sign-in/region-sign-in.routes.ts';
import { registerRegionVisitRoutes } from './modules/region-visit/region-visit.routes.ts';
import { registerRetentionRoutes } from './modules/retention/retention.routes.ts';
import { registerSecurityRoutes } from './modules/security/security.routes.ts';
import { registerShareGroupsRoutes } from './modules/share-groups/share-groups.routes.ts';
import { registerSharingRoutes } from './modules/sharing/sharing.routes.ts';
import { registerSheetsRoutes } from './modules/sheets/sheets.routes.ts';
import { registerShippingRoutes } from './modules/shipping/shipping.routes.ts';
import { registerSocialRoutes } from './modules/social/social.routes.ts';
import { registerStatementsRoutes } from './modules/statements/statements.routes.ts';
import { registerStatisticsRoutes } from './modules/statistics/statistics.routes.ts';
import { registerSupportRoutes } from './modules/support/support.routes.ts';
import { registerTicketsRoutes } from './modules/tickets/tickets.routes.ts';
import { registerUserAdminRoutes } from './modules/user-admin/user-admin.routes.ts';
import { audit } from './platform/audit/audit.ts';
import { logReads } from './platform/audit/read-log.ts';
import { auditRefusedRequests } from './platform/audit/refused-requests.ts';
import { otherRegionOrigins } from './platform/brand/site.ts';
import { DRAIN, endConnections } from './platform/http/end-connections.ts';
import { installErrorHandling, refuseAddress, refuseLine } from './platform/http/error-handler.ts';
import {
  OPEN_REQUEST_LIMITS,
  type OpenRequestLimits,
  watchOpenRequests,
} from './platform/http/open-requests.ts';
import { otherRegionPages } from './platform/http/other-region-pages.ts';
import { requestLog, StreamErrorsOnly } from './platform/http/request-log.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { REQUESTS_A_MINUTE } from './platform/http/serve.ts';
import { registerOutboxRoutes } from './platform/mail/outbox.routes.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import type { Services } from './platform/services.ts';
import { VERSION } from './version.ts';

export interface AppOptions {
  /** Validates all replies against the contract; on in tests and development. */
  checkReplies?: boolean;
  /** Multiplies every rate limit; 0 disables them. */
  rateLimitFactor?: number;
  /** Measures requests. */
  metrics?: Metrics | null;
  /** Shorter or smaller limits of open requests, for tests. */
  openRequests?: Partial<OpenRequestLimits> & { now?: () => number };
  /** How long it waits for requests in progress when it closes. */
  drain?: typeof DRAIN;
}

const JSON_LIMIT = 1024 * 1024;
/** Replies up to this size are compressed synchronously, which is faster than passing them to another thread. */
const WHOLE_UP_TO = 128 * 1024;

/** The complete HTTP application, the same in production and in tests. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { now, ...changed } = options.openRequests ?? {};
  const limits = { ...OPEN_REQUEST_LIMITS, ...changed };
  const app = Fastify({
    loggerInstance: services.log,
    logController: new StreamErrorsOnly(),
    trustProxy: services.config.trustProxy,
    bodyLimit: JSON_LIMIT,
    genReqId: () => randomUUID(),
    // `endConnections` ends them. A request on a connection that was open before the stop is still answered.
    forceCloseConnections: false,
    return503OnClosing: false,
    // Disabled: a phone on a bad connection may need any time for 200 MiB. `watchOpenRequests` ends requests without
    // progress.
    requestTimeout: 0,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.sweepMs },
    clientErrorHandler: refuseLine,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: refuseAddress,
  });
  app.decorate('authenticate', createAuthenticate(services));
  app.decorate('audit', (actor, entry) => audit(services.db, actor, entry));
  app.decorateRequest('knownAs', null);
  app.decorate('isPublicHttps', services.config.publicUrl.startsWith('https://'));
  app.decorate('checkReplies', options.checkReplies ?? false);
  app.decorate('rateLimitFactor', options.rateLimitFactor ?? 1);

  await app.register(endConnections, options.drain ?? DRAIN);
  await app.register(auditRefusedRequests, services);
  await app.register(logReads, services);
  installErrorHandling(app);
  await app.register(watchOpenRequests, { factor: app.rateLimitFactor, limits, now });
  await app.register(requestLog, { people: services.config.logPeople, secret: services.secret });
  if (options.metrics) {
    const { measureRequests } = await import('./platform/metrics/metrics.ts');
    await app.register(measureRequests, options.metrics);
  }
  const { production, recaptcha } = services.config;
  const otherRegion = otherRegionOrigins(services.config);
  await app.register(securityHeaders, { production, recaptcha: recaptcha !== null, otherRegion });
  await app.register(otherRegionPages, { origins: otherRegion });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], syncThreshold: WHOLE_UP_TO });
  if (app.rateLimitFactor > 0) {
    await app.register(rateLimit, { max: REQUESTS_A_MINUTE * app.rateLimitFactor, timeWindow: 60_000 });
  }
  await app.register(multipart, {
    limits: {
      fileSize: MAX_FILE_BYTES,
      files: 1,
      fields: 40,
      fieldSize: 64 * 1024,
      parts: 42,
      headerPairs: 100,
    },
  });

  registerHealthRoutes(app, services);
  registerFilesRoutes(app, services);
  registerUploadsRoutes(app, services);
  registerConnectionsRoutes(app, services);
  registerLabsRoutes(app, services);
  registerStaffLabsRoutes(app, services);
  registerUserAdminRoutes(app, services);
  registerShareGroupsRoutes(app, services);
  if (services.config.apiDocs) await registerReferenceRoutes(app, VERSION);
  registerIdentityRoutes(app, services);
  registerSecurityRoutes(app, services);
  registerEmailChangeRoutes(app, services);
  registerSupportRoutes(app, services);
  registerPhoneRoutes(app, services);
  await registerSocialRoutes(app, services);
  registerProfileRoutes(app, services);
  registerClosingRoutes(app, services);
  registerAgreementsRoutes(app, services);
  registerPrivacyRoutes(app, services);
  registerRetentionRoutes(app, services);
  registerAppointmentRoutes(app, services);
  registerDataExportsRoutes(app, services);
  registerDraftsRoutes(app, services);
  registerDevicesRoutes(app, services);
  registerOrdersRoutes(app, services);
  registerOrderTemplatesRoutes(app, services);
  registerCasePageRoutes(app, services);
  registerCaseViewsRoutes(app, services);
  registerInboxRoutes(app, services);
  registerPushRoutes(app, services);
  registerOfflineRoutes(app, services);
  registerCommentsRoutes(app, services);
  registerOrderFormRoutes(app, services);
  registerAppInfoRoutes(app, services);
  registerAddressLookUp(app, services);
  await registerRegionSignInRoutes(app, services);
  await registerRegionMoveRoutes(app, services);
  await registerRegionVisitRoutes(app, services);
  await registerPage(app, services);
  registerDashboardRoutes(app, services);
  registerDeviceAdminRoutes(app, services);
  registerStatementsRoutes(app, services);
  registerProductionRoutes(app, services);
  registerShippingRoutes(app, services);
  registerStatisticsRoutes(app, services);
  registerPartyAdminRoutes(app, services);
  registerLiveRoutes(app, services);
  registerPresenceRoutes(app, services);
  registerAddressesRoutes(app, services);
  registerSharingRoutes(app, services);
  registerHandoffRoutes(app, services);
  registerHistoryRoutes(app, services);
  registerLightCopiesRoutes(app, services);
  registerPartnerFeaturesRoutes(app, services);
  registerDeviceSheetRoutes(app, services);
  registerSheetsRoutes(app, services, { features: FEATURES_SHEET, devices: DEVICES_SHEET });
  registerTicketsRoutes(app, services);
  registerListExportsRoutes(app, services, EXPORT_KINDS);
  await registerOutboxRoutes(app, services.config);
  return app;
}
