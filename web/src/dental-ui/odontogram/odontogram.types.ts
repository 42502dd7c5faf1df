import type { NumberSystem } from '@cusp/contract/cases';
import type { DrawnConnector } from '@cusp/dental/connectors';
import type { GroupColour, RestorationLook } from '@cusp/dental/odontogram/restoration-look';
import type { Jaw, ToothId } from '@cusp/dental/teeth';

/** Teeth that are drawn and named together, usually one restoration or one bridge. */
export interface OdontogramGroup {
  key: string;
  /**
   * One or two characters, on the teeth and in the list next to the chart, because colour alone is not
   * accessible.
   */
  mark: string;
  name: string;
  /** A Mantine colour name. */
  color: GroupColour;
  /** FDI numbers. */
  teeth: readonly number[];
  /** An appliance for a whole jaw. */
  arch?: Jaw | null;
  look?: RestorationLook;
}

export interface ToothPictureProps {
  system: NumberSystem;
  groups: readonly OdontogramGroup[];
  /** Neighbours that are joined. */
  connectors: readonly DrawnConnector[];
  /** Positions that hold a primary tooth; teeth of groups are shown in any case. */
  primary: ReadonlySet<ToothId>;
  /** FDI numbers of teeth to highlight, such as those of a proposed change. */
  marked?: readonly number[];
}

export interface OdontogramProps extends ToothPictureProps {
  /** Selected teeth as FDI numbers. */
  selected: readonly number[];
  onSelect(fdis: number[]): void;
  onPrimaryChange(positions: Set<ToothId>): void;
  onSystemChange(system: NumberSystem): void;
}
