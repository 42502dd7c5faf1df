import type { ReplyFrom } from '@cusp/contract/endpoints';
import { moveCertificate } from '@cusp/contract/region-move.routes';
import { Button, Group, Input } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../client/call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { saveFile } from '../../ui/save-file.ts';
import { certificatePage } from './certificate-page.ts';

type Signed = ReplyFrom<typeof moveCertificate>;

/** The certificate of the erasure: a page to read and print, and the same facts for programs. */
export function Certificate() {
  const { t, i18n } = useTranslation('region-move');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  const format = useFormat();
  const [problem, setProblem] = useState<unknown>(null);

  function pageOf(signed: Signed): Blob {
    const { cases, files, bytes, rows } = signed;
    const what = [t('cases', { count: cases }), t('files', { count: files, size: format.size(bytes) })];
    const page = certificatePage(i18n.language, {
      title: t('certificate.title'),
      facts: [
        [t('certificate.from'), common(`regions.${signed.from}`)],
        [t('certificate.to'), common(`regions.${signed.to}`)],
        [t('certificate.moved'), format.dateTime(signed.committed_at)],
        [t('certificate.erased'), format.dateTime(signed.erased_at)],
        [t('certificate.what'), what.join(', ')],
        [
          t('certificate.rows'),
          Object.entries(rows)
            .map(([kind, count]) => `${kind}: ${count}`)
            .join(', '),
        ],
        [t('certificate.digest'), signed.digest],
        [t('certificate.signature'), signed.signed],
      ],
      note: t('certificate.note'),
    });
    return new Blob([page], { type: 'text/html' });
  }
  const jsonOf = (signed: Signed) =>
    new Blob([JSON.stringify(signed, null, 2)], { type: 'application/json' });

  async function save(ending: 'html' | 'json', blobOf: (signed: Signed) => Blob): Promise<void> {
    setProblem(null);
    try {
      const signed = await call(moveCertificate, {});
      saveFile(`cusp-erasure-${signed.move}.${ending}`, blobOf(signed));
    } catch (error) {
      setProblem(error);
    }
  }
  return (
    <>
      <p>{t('certificateText')}</p>
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void save('html', pageOf)}
        >
          {t('certificateSave')}
        </Button>
        <Button variant="subtle" size="sm" onClick={() => void save('json', jsonOf)}>
          {t('certificateJson')}
        </Button>
      </Group>
      {problem !== null && <Input.Error role="alert">{errorText(errors, problem)}</Input.Error>}
    </>
  );
}
