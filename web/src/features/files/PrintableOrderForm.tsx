import type { CaseDetail } from '@cusp/contract/cases';
import { orderForm } from '@cusp/contract/order-form.routes';
import { Button, type ButtonProps } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { urlOf } from '../../client/call.ts';
import { FilePreview } from './FilePreview.tsx';
import { orderFormOf } from './file-kinds.ts';
import { type Previewed, previewOf } from './preview/previewed.ts';
import classes from './printable-order-form.module.css';

/**
 * Opens the printable order: the scanner's form if there is one, else the one that Cusp generates. The scanner's form
 * shows the order as sent, without later changes.
 */
export function PrintableOrderForm({
  dentalCase,
  ...button
}: ButtonProps & { dentalCase: Pick<CaseDetail, 'id' | 'no' | 'files' | 'order_version'> }) {
  const { t, i18n } = useTranslation('files');
  const [shown, setShown] = useState<Previewed | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    const scanned = dentalCase.order_version === 1 ? orderFormOf(dentalCase.files) : undefined;
    setShown(scanned ? previewOf(scanned) : ownForm(dentalCase, i18n.language));
    setOpen(true);
  };
  return (
    <>
      <Button
        variant="default"
        className={classes.orderForm}
        leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden />}
        {...button}
        aria-label={t('orderForm')}
        onClick={open}
      >
        {t('orderForm')}
      </Button>
      {shown && <FilePreview file={shown} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Cusp's own form, in the language of the page and the time zone of the browser. */
function ownForm(
  { id, no, order_version }: Pick<CaseDetail, 'id' | 'no' | 'order_version'>,
  language: string,
): Previewed {
  const query = { language, tz: Intl.DateTimeFormat().resolvedOptions().timeZone };
  const url = urlOf(orderForm, { params: { id }, query: { ...query, inline: '1' } });
  return {
    key: `order-form-${id}-${order_version}`,
    name: `${no}.pdf`,
    kind: 'pdf',
    url,
    tabUrl: url,
    saveUrl: urlOf(orderForm, { params: { id }, query }),
  };
}
