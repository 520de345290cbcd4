"""Pictures that leave the program: graphs and differences as SVG, for a document or a page."""
