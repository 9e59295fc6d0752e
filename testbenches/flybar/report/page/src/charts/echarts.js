// The parts of ECharts that the page uses; the bundler leaves out the rest.
import { BarChart, HeatmapChart, LineChart, ParallelChart, ScatterChart } from "echarts/charts";
import {
  DataZoomInsideComponent, GridComponent, LegendPlainComponent, ParallelComponent, TooltipComponent, VisualMapContinuousComponent,
} from "echarts/components";
import * as echarts from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

echarts.use([BarChart, HeatmapChart, LineChart, ParallelChart, ScatterChart, DataZoomInsideComponent, GridComponent,
  LegendPlainComponent, ParallelComponent, TooltipComponent, VisualMapContinuousComponent, CanvasRenderer]);

export default echarts;
