import * as contract from '@cusp/contract/profile';
import type { FastifyInstance } from 'fastify';
import { PICTURE_RULE } from '../../platform/files/picture.ts';
import { readForm } from '../../platform/http/multipart-form.ts';
import { serve } from '../../platform/http/serve.ts';
import { visitorOf } from '../../platform/http/visitor.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import type { Services } from '../../platform/services.ts';
import { presentUser } from '../identity/user.present.ts';
import { loadUser } from '../identity/user.sql.ts';
import { alarmsOf } from './alarms.sql.ts';
import { editProfile } from './edit-profile.ts';
import { editSettings } from './edit-settings.ts';
import { presentProfile } from './profile.present.ts';
import { roleLockOf } from './role-lock.sql.ts';
import { showPicture } from './show-picture.ts';

export function registerProfileRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.getProfile, async ({ actor }) =>
    presentProfile(await loadUser(services.db, actor.userId), await roleLockOf(services.db, actor.userId)),
  );

  serve(app, contract.editProfile, async ({ actor, request }) => {
    const { fields, file } = await readForm(request, contract.editProfile.body, PICTURE_RULE);
    await editProfile(services, actor, fields, file, visitorOf(request).brand);
    const user = await loadUser(services.db, actor.userId);
    return {
      user: presentUser(user),
      user_loc: serverLocOf(user.region),
      server_loc: serverLocOf(services.config.region),
    };
  });

  serve(app, contract.editSettings, ({ actor, body }) => editSettings(services, actor, body));
  serve(app, contract.alarms, ({ actor }) => alarmsOf(services.db, actor.userId));

  serve(app, contract.userPicture, async ({ actor, params, reply }) => {
    const { type, bytes } = await showPicture(services, actor, params.idb64);
    return reply
      .type(type)
      .header('content-disposition', 'inline')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header('cache-control', 'private, max-age=86400')
      .send(bytes);
  });
}
