import * as contract from '@cusp/contract/files';
import { markFront as markFrontEndpoint } from '@cusp/contract/orientation';
import type { FastifyInstance } from 'fastify';
import { opensPage } from '../../platform/http/opens-page.ts';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { announceFiles } from './announce-files.ts';
import { prepareDownloadAll, takeAll } from './download-all.ts';
import { showsInPage } from './inline.ts';
import { markFront } from './mark-front.ts';
import { endWithAccess, stillTakes } from './open-downloads.ts';
import { fileUrls, listFiles, takeFile } from './read-files.ts';
import { removeFile } from './remove-file.ts';
import { sendZip } from './send-zip.ts';
import { setMetadata } from './set-metadata.ts';
import { setScan } from './set-scan.ts';
import { setUnit } from './set-unit.ts';
import { uploadFile } from './upload-file.ts';
import { withFile } from './with-file.ts';

export function registerFilesRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.listFiles, async ({ params, actor }) => {
    const files = await listFiles(services, actor, params.id);
    // Names of files often have the patient's.
    app.readLog.addPart(actor, params.id);
    return { files };
  });

  serve(app, contract.uploadFile, ({ params, query, actor, request }) =>
    withFile(request, (open) =>
      uploadFile(services, actor, params.id, open, { isMadePreview: query.preview === '1' }),
    ),
  );

  serve(app, contract.uploadDone, async ({ params, actor }) => {
    await announceFiles(services, actor, params.id);
    return {};
  });

  serve(app, contract.fileUrls, ({ query, actor }) => fileUrls(services, actor, query.ids));

  serve(app, contract.downloadFile, async ({ params, query, actor, request, reply }) => {
    const file = await takeFile(services, actor, params.id, {
      isShown: query.inline === '1',
      opensPage: opensPage(request),
    });
    const inline = query.inline === '1' && showsInPage(file);
    endWithAccess(services, reply.raw, stillTakes(services, actor, [file.id]));
    return sendBytes(request, reply, {
      filename: file.filename,
      type: inline ? file.mediaType : 'application/octet-stream',
      inline,
      size: file.size,
      sha256: file.sha256,
      read: (range) => services.storage.read(file.storageKey, range),
    });
  });

  serve(app, contract.removeFile, async ({ params, actor }) => {
    await removeFile(services, actor, params.id);
    return {};
  });

  serve(app, contract.setUnit, ({ params, body, actor }) => setUnit(services, actor, params.id, body.unit));

  serve(app, contract.setScan, ({ params, body, actor }) => setScan(services, actor, params.id, body.scan));

  serve(app, markFrontEndpoint, ({ params, body, actor }) =>
    markFront(services, actor, params.id, body.orientation),
  );
  serve(app, contract.setMetadata, async ({ params, body, actor }) => {
    await setMetadata(services, actor, params.id, body.keep);
    return {};
  });

  serve(app, contract.prepareDownloadAll, async ({ params, actor }) => ({
    filename: await prepareDownloadAll(services, actor, params.id),
  }));

  serve(app, contract.downloadAll, async ({ params, query, actor, request, reply }) => {
    // A HEAD request does not spend the grant.
    if (request.method === 'HEAD') return reply.send();
    const bundle = await takeAll(services, actor, {
      caseId: params.id,
      idb64: params.idb64,
      filename: query.filename,
    });
    const ids = bundle.files.map(({ id }) => id);
    endWithAccess(services, reply.raw, stillTakes(services, actor, ids));
    return sendZip(request, reply, services, bundle);
  });
}
