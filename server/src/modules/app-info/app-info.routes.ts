import { appInfo } from '@cusp/contract/app-info';
import type { FastifyInstance } from 'fastify';
import { ORIGINAL_HOST_COOKIE } from '../../platform/brand/site.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { BUILD } from '../../version.ts';
import { appInfoOf } from './app-info.present.ts';

export function registerAppInfoRoutes(app: FastifyInstance, { config }: Services): void {
  serve(app, appInfo, async ({ request: { host, cookies } }) =>
    appInfoOf(config, { host, originalHost: cookies[ORIGINAL_HOST_COOKIE] }, BUILD),
  );
}
