import type { IconProps } from '@tabler/icons-react';
import type { FunctionComponent } from 'react';

/** Our own icons on a grid of 20 px, with the properties of the Tabler icons beside them. */
const dentalIcon = (path: string, turn?: string): FunctionComponent<IconProps> =>
  function DentalIcon({ size = 20, stroke = 1.5, title: _, ...rest }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        {...rest}
      >
        <path d={path} transform={turn} />
      </svg>
    );
  };

const ARCH =
  'M2.8 16.2C2.3 8 5.3 3.4 10 3.4s7.7 4.6 7.2 12.8M6.9 16.2C6.5 10.6 7.7 7.6 10 7.6s3.5 3 3.1 8.6M10 3.4v4.2M5.5 6.1l2.3 2.6M14.5 6.1l-2.3 2.6M3.1 11.2l3.7.6M16.9 11.2l-3.7.6';

/** A crown above its prepared tooth. */
export const IconCrown = dentalIcon(
  'M4 7.2C4 4.6 5.6 3 7.6 3.3c1 .1 1.5.6 2.4.6s1.4-.5 2.4-.6c2-.3 3.6 1.3 3.6 3.9 0 1.4-.4 2.4-1 3.3H5c-.6-.9-1-1.9-1-3.3zM6.2 13l.7 3.3c.2 1 1.3 1 1.6 0L9 14.5c.3-1 1.7-1 2 0l.5 1.8c.3 1 1.4 1 1.6 0l.7-3.3',
);
/** A thin shell in front of a tooth. */
export const IconVeneer = dentalIcon(
  'M11.8 3.2c2.6 2.1 3.7 5 3 8.2l-1.2 4.8c-.3 1-1.6 1-1.8 0l-.8-3.9c-1.2-3.3-.9-6.3.8-9.1zM7.6 3.6C5.5 6.6 5.2 9.8 6.7 13',
);
/** The chewing surface with a filling inside. */
export const IconInlay = dentalIcon(
  'M6.2 3.4c1.4-.5 2.5 0 3.8 0s2.4-.5 3.8 0c2 .7 2.9 2.3 2.9 4.2 0 .9-.4 1.5-.4 2.4s.4 1.5.4 2.4c0 1.9-.9 3.5-2.9 4.2-1.4.5-2.5 0-3.8 0s-2.4.5-3.8 0c-2-.7-2.9-2.3-2.9-4.2 0-.9.4-1.5.4-2.4s-.4-1.5-.4-2.4c0-1.9.9-3.5 2.9-4.2zM8.7 6.6h2.6v2.1h2.1v2.6h-2.1v2.1H8.7v-2.1H6.6V8.7h2.1z',
);
/** Three joined crowns on two roots. */
export const IconBridge = dentalIcon(
  'M2.3 8.2c0-2 1-3.2 2.5-3.2 1.3 0 2 .8 2.6.8S8.7 5 10 5s2 .8 2.6.8 1.3-.8 2.6-.8c1.5 0 2.5 1.2 2.5 3.2 0 1.4-.4 2.3-1 3H3.3c-.6-.7-1-1.6-1-3zM7.4 5.8v5.4M12.6 5.8v5.4M4 13.6l.3 2.2c.2 1 1.4 1 1.6 0l.3-2.2M13.8 13.6l.3 2.2c.2 1 1.4 1 1.6 0l.3-2.2',
);
/** A crown on a screw. */
export const IconImplant = dentalIcon(
  'M5.3 5.6c0-2.1 1.3-3.2 2.8-3 .8.1 1.2.5 1.9.5s1.1-.4 1.9-.5c1.5-.2 2.8.9 2.8 3 0 1.1-.3 1.9-.8 2.6H6.1c-.5-.7-.8-1.5-.8-2.6zM8 10.2v5l2 2.6 2-2.6v-5M6.8 11.4l6.4 1.2M6.8 14l6.4 1.2',
);
/** A band over all teeth of a jaw. */
export const IconSplint = dentalIcon(
  'M4.2 16.6c-1.1 0-1.6-.7-1.6-1.7C2.6 7.7 5.5 3.4 10 3.4s7.4 4.3 7.4 11.5c0 1-.5 1.7-1.6 1.7s-1.7-.6-1.8-1.7c-.2-4.4-1.6-6.8-4-6.8s-3.8 2.4-4 6.8c-.1 1.1-.7 1.7-1.8 1.7z',
);
export const IconUpperScan = dentalIcon(ARCH);
export const IconLowerScan = dentalIcon(ARCH, 'rotate(180 10 10)');
/** The line around a prepared tooth. */
export const IconMargin = dentalIcon(
  'M6.6 10.2C6.8 6.2 7.9 3.4 10 3.4s3.2 2.8 3.4 6.8M3 10.8c1.8 2.4 12.2 2.4 14 0M5.2 14.6l.6 1.7c.3.9 1.3.9 1.6 0M12.6 16.3c.3.9 1.3.9 1.6 0l.6-1.7',
);
/** A tooth on a plaster base. */
export const IconLab = dentalIcon(
  'M6.2 11.2c-.7-1-1-2-1-3.5C5.2 5 6.5 3.3 8.3 3.5c.7.1 1.1.4 1.7.4s1-.3 1.7-.4c1.8-.2 3.1 1.5 3.1 4.2 0 1.5-.3 2.5-1 3.5M4.6 11.2h10.8l1.6 5.2H3z',
);
/** A mouth mirror and a probe. */
export const IconClinic = dentalIcon(
  'M9.3 5.9a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0zM8.4 8.2l8.2 8.6M12.7 3.4c2.4-.5 3.9.9 3.3 2.7-.3.8-1 1.4-1.8 2.2L5.7 16.8',
);
/** Two linked arches. */
export const IconConnections = dentalIcon(
  'M12.4 3.8H7.5a4.6 4.6 0 0 0 0 9.2h4.9M7.6 7h4.9a4.6 4.6 0 0 1 0 9.2H7.6',
);

const ICON_OF_TYPE: Readonly<Record<string, FunctionComponent<IconProps>>> = {
  veneer: IconVeneer,
  inlay: IconInlay,
  onlay: IconInlay,
  overlay: IconInlay,
  bridge: IconBridge,
  bridge_abutment: IconBridge,
  pontic: IconBridge,
  implant_abutment: IconImplant,
  implant_crown: IconImplant,
  screw_retained: IconImplant,
  splint: IconSplint,
  sports_guard: IconSplint,
  complete_denture: IconSplint,
  partial_denture: IconSplint,
  retainer: IconSplint,
  aligner: IconSplint,
};

/** The icon of a restoration type; all single crowns share one. */
export const iconOfType = (type: string): FunctionComponent<IconProps> => ICON_OF_TYPE[type] ?? IconCrown;
