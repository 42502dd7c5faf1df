import type { CaseFile } from '@cusp/contract/cases';
import { Button, type ButtonProps } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePreview } from './FilePreview.tsx';
import { orderFormOf } from './file-kinds.ts';

/** Opens the scanner's order form; nothing when the case has none. */
export function PrintableOrderForm({ files, ...button }: ButtonProps & { files: readonly CaseFile[] }) {
  const { t } = useTranslation('files');
  const [open, setOpen] = useState(false);
  const form = orderFormOf(files);
  if (!form) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden />}
        {...button}
        onClick={() => setOpen(true)}
      >
        {t('orderForm')}
      </Button>
      <FilePreview file={form} opened={open} onClose={() => setOpen(false)} />
    </>
  );
}
