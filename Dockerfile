# The image of the service: the packages of requirements/image.txt in a virtual environment, the code, the contract, the site of the
# documentation, the compiled kernel of double dummy, and gunicorn's configuration. See "Deploy" in docs/operations.md.
# Build: docker build --tag piquet-referee .
#        With --build-arg REQUIREMENTS=cluster it has the packages of requirements/cluster.txt: Dask, for ANALYSIS_CLUSTER and its workers.
# Run:   docker run --rm --read-only --tmpfs /tmp --cap-drop ALL --publish 8000:8000 piquet-referee

FROM python:3.13-slim AS docs
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 NO_MKDOCS_2_WARNING=1
COPY requirements/docs.txt /tmp/docs.txt
RUN pip install --no-input --only-binary :all: --require-hashes --requirement /tmp/docs.txt
WORKDIR /app
COPY mkdocs.yml *.md ./
COPY docs docs
COPY tools/site_hooks.py tools/json_text.py tools/
COPY benchmarks/README.md benchmarks/
COPY examples/README.md examples/
COPY clients/python/README.md clients/python/
COPY clients/typescript/README.md clients/typescript/
RUN python -m mkdocs build

# The image with a C compiler, of the same distribution as the slim one.
FROM python:3.13 AS kernel
WORKDIR /app/service/analysis/double_dummy
COPY service/analysis/double_dummy/kernel.c service/analysis/double_dummy/kernel_build.py ./
RUN python -P kernel_build.py --require

FROM python:3.13-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/venv
ARG REQUIREMENTS=image
COPY requirements/${REQUIREMENTS}.txt /tmp/requirements.txt
RUN /opt/venv/bin/pip install --no-input --only-binary :all: --require-hashes --requirement /tmp/requirements.txt
WORKDIR /app
COPY openapi.yaml ./
COPY deploy/gunicorn.conf.py deploy/
COPY service service
COPY --from=docs /app/service/site service/site
COPY --from=kernel /app/service/analysis/double_dummy/build service/analysis/double_dummy/build
# The file system is read-only at run time, so the byte code is written now. The service does not need pip.
RUN /opt/venv/bin/python -m compileall -q service && /opt/venv/bin/pip uninstall --yes --quiet pip

FROM python:3.13-slim
LABEL org.opencontainers.image.title="piquet-referee" \
      org.opencontainers.image.description="The referee for Piquet over HTTP" \
      org.opencontainers.image.licenses="MIT"
ENV PATH="/opt/venv/bin:$PATH" \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 \
    PORT=8000
WORKDIR /app
COPY --from=build /opt/venv /opt/venv
COPY --from=build /app /app
USER 10001:10001
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.build_opener(u.ProxyHandler({})).open('http://127.0.0.1:' + os.environ['PORT'] + '/livez', timeout=2)"]
CMD ["python", "-m", "service.server"]
