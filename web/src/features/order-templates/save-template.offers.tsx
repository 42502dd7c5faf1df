import type { TemplateFields } from '@cusp/contract/order-templates';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../i18n/error-text.ts';
import { toastError } from '../../ui/toast.ts';

const SaveTemplateDialog = lazy(() => import('./SaveTemplateDialog.tsx'));

/**
 * The parts of an order that a template keeps: nothing about the patient except the note, about which the dialog asks.
 */
export const templateOf = ({
  recipientId,
  restorations,
  connectorChoices,
  note,
}: TemplateFields): TemplateFields => ({
  recipientId,
  restorations: restorations.map(({ type, teeth, arch, material, shade, stumpShade }) => ({
    type,
    teeth,
    arch,
    material,
    shade,
    stumpShade,
  })),
  connectorChoices,
  note,
});

/**
 * The dialog that saves an order as a template, and the function that opens it; the order may have to be loaded first.
 */
export function useSaveTemplate(
  order: () => TemplateFields | Promise<TemplateFields>,
): [dialog: ReactNode, open: () => Promise<void>] {
  const { t } = useTranslation('errors');
  const [fields, setFields] = useState<TemplateFields | null>(null);
  const dialog = fields && (
    <Suspense fallback={null}>
      <SaveTemplateDialog fields={fields} onClose={() => setFields(null)} />
    </Suspense>
  );
  const open = async () => {
    try {
      setFields(templateOf(await order()));
    } catch (failure) {
      toastError(errorText(t, failure));
    }
  };
  return [dialog, open];
}
