// A dashboard of Grafana as a file has it: the types that Grafana publishes, with the panels that ours has.
import type { Options as StatOptions } from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type { Options as TimeSeriesOptions } from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';
import type {
  AnnotationQuery,
  Dashboard,
  Panel,
  RowPanel,
} from '@grafana/schema/dist/esm/raw/dashboard/x/Dashboard_types.gen';

/** A file has texts where Grafana's code has enumerations. */
type Plain<T> = T extends string
  ? `${T}`
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T;

type PanelOf<Type, Options> = Plain<Omit<Panel, 'type' | 'options' | 'targets'>> & {
  type: Type;
  options: Partial<Plain<Options>>;
  targets: Query[];
};

/** Of Prometheus. The schema leaves queries to the data sources. */
interface Query {
  refId: string;
  datasource: { type: 'prometheus'; uid: string };
  expr: string;
  legendFormat: string;
  /** One value, and not a series. */
  instant?: boolean;
}

/** An annotation of Prometheus has its query beside the fields of all annotations. */
type Annotation = Plain<AnnotationQuery> &
  Pick<Query, 'expr'> & { useValueForTime: boolean; titleFormat: string; textFormat: string };

export type DashboardFile = Plain<Omit<Dashboard, 'panels' | 'annotations'>> & {
  annotations: { list: Annotation[] };
  panels: (Plain<RowPanel> | PanelOf<'stat', StatOptions> | PanelOf<'timeseries', TimeSeriesOptions>)[];
};
