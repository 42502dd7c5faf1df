import type { CaseFile } from '@cusp/contract/cases';
import { createCase } from './factories.ts';
import type { Client } from './test-app.ts';
import type { openTwoSides } from './two-sides.ts';
import { upload } from './uploads.ts';

/** Makes a case of the two sides with one file that its author uploaded. */
export const caseWithFile =
  ({ t, people }: Awaited<ReturnType<typeof openTwoSides>>) =>
  async (bytes: Buffer, filename: string, more: { status?: 'CLSD'; draft?: boolean } = {}) => {
    const { author, recipient } = people;
    const dentalCase = await createCase(t.services, { author, recipient, draft: more.draft ?? false });
    const client = await t.as(author);
    const id = (await upload(client, dentalCase.id, bytes, filename)).json<CaseFile>().id;
    if (more.status)
      await t.services.db
        .updateTable('dental_case')
        .set({ status: more.status })
        .where('id', '=', dentalCase.id)
        .execute();
    return { caseId: dentalCase.id, author: client, id };
  };

export const filesOfCase = async (client: Client, caseId: number): Promise<CaseFile[]> =>
  (await client.get(`/v1/cases/${caseId}/files/`)).json().files;
