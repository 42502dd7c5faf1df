import { moveCertificate, moveCertificatePaper } from '@cusp/contract/region-move.routes';
import { Button, Group, Input } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, urlOf } from '../../client/call.ts';
import { localTimeZone } from '../../client/local-time.ts';
import { errorText } from '../../i18n/error-text.ts';
import { saveFile } from '../../ui/save-file.ts';

/** The certificate of the erasure: a PDF to read, print and keep, and the same facts for programs. */
export function Certificate() {
  const { t, i18n } = useTranslation('region-move');
  const { t: errors } = useTranslation('errors');
  const [problem, setProblem] = useState<unknown>(null);

  const tz = localTimeZone();
  const paper = urlOf(moveCertificatePaper, { query: { language: i18n.language, tz } });

  async function saveJson(): Promise<void> {
    setProblem(null);
    try {
      const signed = await call(moveCertificate, {});
      const json = new Blob([JSON.stringify(signed, null, 2)], { type: 'application/json' });
      saveFile(`cusp-erasure-${signed.move}.json`, json);
    } catch (error) {
      setProblem(error);
    }
  }
  return (
    <>
      <p>{t('certificateText')}</p>
      <Group gap="xs">
        <Button
          component="a"
          href={paper}
          download
          variant="default"
          size="sm"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('certificateSave')}
        </Button>
        <Button variant="default" size="sm" onClick={() => void saveJson()}>
          {t('certificateJson')}
        </Button>
      </Group>
      {problem !== null && <Input.Error role="alert">{errorText(errors, problem)}</Input.Error>}
    </>
  );
}
