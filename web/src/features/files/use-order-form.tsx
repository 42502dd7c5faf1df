import type { CaseDetail } from '@cusp/contract/cases';
import { orderForm } from '@cusp/contract/order-form.routes';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { urlOf } from '../../client/call.ts';
import { localTimeZone } from '../../client/local-time.ts';
import { FilePreview } from './FilePreview.tsx';
import { orderFormOf } from './file-kinds.ts';
import { type Previewed, previewOf } from './preview/previewed.ts';

/**
 * The printable order as a dialog, and the function that opens it: the scanner's form if there is one, else the one
 * that Cusp generates. The scanner's form shows the order as sent, without later changes.
 */
export function useOrderForm(
  dentalCase: Pick<CaseDetail, 'id' | 'no' | 'files' | 'order_version'>,
): [dialog: ReactNode, open: () => void] {
  const { i18n } = useTranslation();
  const [shown, setShown] = useState<Previewed | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    const scanned = dentalCase.order_version === 1 ? orderFormOf(dentalCase.files) : undefined;
    setShown(scanned ? previewOf(scanned) : ownForm(dentalCase, i18n.language));
    setOpen(true);
  };
  return [shown && <FilePreview file={shown} opened={isOpen} onClose={() => setOpen(false)} />, open];
}

/** Cusp's own form, in the language of the page and the time zone of the browser. */
function ownForm(
  { id, no, order_version }: Pick<CaseDetail, 'id' | 'no' | 'order_version'>,
  language: string,
): Previewed {
  const query = { language, tz: localTimeZone() };
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
