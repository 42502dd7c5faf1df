import type { NumberSystem } from '@cusp/contract/cases';
import type { GroupColour, RestorationLook } from '@cusp/contract/odontogram/restoration-look';
import type { Jaw, ToothId } from '@cusp/contract/teeth';

/** Teeth that are drawn alike and named together in the legend, usually one restoration or one bridge. */
export interface OdontogramGroup {
  key: string;
  /** One or two characters, on the teeth and in the legend; colour never stands alone. */
  mark: string;
  name: string;
  /** Material, shade and the like. */
  detail?: string;
  /** A Mantine colour name. */
  color: GroupColour;
  /** FDI numbers. */
  teeth: readonly number[];
  /** An appliance for a whole jaw. */
  arch?: Jaw | null;
  look?: RestorationLook;
}

export interface OdontogramProps {
  system: NumberSystem;
  groups: readonly OdontogramGroup[];
  /** Pairs of neighbouring FDI numbers that are joined. */
  connectors?: readonly (readonly [number, number])[];
  /** Positions that hold a primary tooth; teeth of groups are shown whatever is said here. */
  primary?: ReadonlySet<ToothId>;
  /** Chosen teeth as FDI numbers. */
  selected?: readonly number[];
  onSelect?: (fdis: number[]) => void;
  /** Shows the choice of dentition. */
  onPrimaryChange?: (positions: Set<ToothId>) => void;
  /** Shows the choice of number system. */
  onSystemChange?: (system: NumberSystem) => void;
  /** A picture with a legend: nothing can be chosen or focused. */
  readOnly?: boolean;
  /** Whether the groups are listed under the chart; yes unless told. */
  hasLegend?: boolean;
}
