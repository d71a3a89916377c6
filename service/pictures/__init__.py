"""Pictures of positions and hands, as SVG and as text. Imports `piquet` only."""
