import { featureSheetTemplate, uploadFeatures } from '@cusp/contract/partner-features.routes';
import type { Sheet } from '@cusp/contract/sheets';
import {
  applySheet,
  checkDeviceSheet,
  deviceSheetTemplate,
  SHEET_LIMITS,
  type SheetKindName,
  undoSheet,
} from '@cusp/contract/sheets.routes';
import { useState } from 'react';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { saveFile } from '../../../ui/save-file.ts';

const ROUTES = {
  features: {
    upload: uploadFeatures,
    template: featureSheetTemplate,
    filename: 'PartnerFeaturesTemplate.xlsx',
  },
  devices: { upload: checkDeviceSheet, template: deviceSheetTemplate, filename: 'DevicesTemplate.xlsx' },
} as const;

const RECENT = [['admin-sheets']] as const;

/** A sheet from the upload to the applied rows; `onDone` is called after each change of the data. */
export function useSheet(kind: SheetKindName, onDone: () => void) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const upload = useSubmit(ROUTES[kind].upload as typeof uploadFeatures);
  const applying = useSubmit(applySheet, { stale: RECENT });
  const undoing = useSubmit(undoSheet, { stale: RECENT });
  const outcome = {
    onSuccess: (after: Sheet) => {
      setSheet(after);
      setRefused(null);
      onDone();
    },
    onError: setRefused,
  };

  return {
    sheet,
    refused,
    isChecking: upload.isPending,
    isApplying: applying.isPending,
    isUndoing: undoing.isPending,
    check(file: File): void {
      setRefused(null);
      if (file.size > SHEET_LIMITS.bytes) {
        const reason = { reason: 'too_large', column: '' } as const;
        setRefused(new ApiError(400, { code: 'sheet_refused', sheet: reason }));
        return;
      }
      const body = new FormData();
      body.append('filename', file.name.slice(0, 200));
      body.append('sheet', file);
      upload.mutate({ body }, { onSuccess: setSheet, onError: setRefused });
    },
    apply: (id: number) => applying.mutate({ params: { id } }, outcome),
    undo: (id: number) => undoing.mutate({ params: { id } }, outcome),
    forget(): void {
      setSheet(null);
      setRefused(null);
    },
    async saveTemplate(): Promise<void> {
      const { template, filename } = ROUTES[kind];
      const reply = await call(template as typeof featureSheetTemplate, {});
      saveFile(filename, await reply.blob());
    },
  };
}

export type SheetFlow = ReturnType<typeof useSheet>;
