import { moveCertificate } from '@cusp/contract/region-move.routes';
import { Button, Input } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../client/call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { saveFile } from '../../ui/save-file.ts';

/** The certificate of the erasure, as a file. */
export function Certificate() {
  const { t } = useTranslation('region-move');
  const { t: errors } = useTranslation('errors');
  const [problem, setProblem] = useState<unknown>(null);
  async function save(): Promise<void> {
    setProblem(null);
    try {
      const certificate = await call(moveCertificate, {});
      const text = JSON.stringify(certificate, null, 2);
      saveFile(`cusp-erasure-${certificate.move}.json`, new Blob([text], { type: 'application/json' }));
    } catch (error) {
      setProblem(error);
    }
  }
  return (
    <>
      <p>{t('certificateText')}</p>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void save()}
      >
        {t('certificateSave')}
      </Button>
      {problem !== null && <Input.Error role="alert">{errorText(errors, problem)}</Input.Error>}
    </>
  );
}
