"""A method for each operation. Made from openapi.yaml by `make clients`. Not to be edited."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Literal, Unpack, overload
from urllib.parse import quote

from piquet_referee_client.models import (
    ActionText,
    Advice,
    AdviceOfSeat,
    AdviceOfView,
    Assumption,
    CheckInTurn,
    CheckItems,
    CheckRequest,
    ComparedRecords,
    CompareRecordsRequest,
    CompareRequest,
    Comparison,
    ConcealedDealAnswer,
    ConvertedRecord,
    ConvertedToJson,
    ConvertedToText,
    DealAnswer,
    Effort,
    EvaluateHands,
    EvaluateSeat,
    EvaluateView,
    Evaluations,
    EventReport,
    ExchangeAnalysis,
    ExchangeOfHand,
    ExchangeOfSeat,
    ExchangeOfView,
    FirstConcealedDeal,
    FirstDealFromDeck,
    FirstDealFromHands,
    FirstDealFromSeed,
    FirstNormandDealFromDeck,
    FirstNormandDealFromHands,
    FirstNormandDealFromSeed,
    FirstVoleurDealFromDeck,
    FirstVoleurDealFromHands,
    FirstVoleurDealFromSeed,
    HandAnswer,
    Judgement,
    JudgementList,
    LawAnswer,
    LawCode,
    LawList,
    LayoutWeights,
    Liveness,
    MatchToSettle,
    NextConcealedDeal,
    NextDealFromDeck,
    NextDealFromHands,
    NextDealFromSeed,
    NextIrregularDeal,
    NextNormandDealFromDeck,
    NextNormandDealFromHands,
    NextNormandDealFromSeed,
    NextVoleurDealFromDeck,
    NextVoleurDealFromHands,
    NextVoleurDealFromSeed,
    NormandCheckInTurn,
    NormandCheckItems,
    NormandCheckRequest,
    NormandCompareRequest,
    NormandComparison,
    NormandDealAnswer,
    NormandJudgement,
    NormandJudgementList,
    NormandOptionsAnswer,
    NormandOptionsRequest,
    NormandPictureRequest,
    NormandSettlement,
    NormandSettlementRequest,
    NormandStateRequest,
    NormandValidity,
    NormandViewAnswer,
    NormandViewRequest,
    OptionLimit,
    OptionsAnswer,
    OptionsRequest,
    OtherToJson,
    OtherToText,
    PartieAnswer,
    PartieByCut,
    PartieByDealer,
    PartieToSettle,
    PictureColours,
    PictureLanguage,
    PictureRequest,
    PictureSuits,
    PictureSvg,
    PictureWidth,
    PlayAnalysis,
    PlayFromHands,
    PlayFromLead,
    PlayFromState,
    Readiness,
    RecordReports,
    RecordReview,
    RecordToJson,
    RecordToText,
    ReviewRecordRequest,
    RulesetAnswer,
    RulesetDifferences,
    RulesetList,
    RulesetName,
    RulingOnFacts,
    RulingOnState,
    Rulings,
    SampleSeed,
    Seat,
    SettlementAnswer,
    Standings,
    StandingsRequest,
    StateRequest,
    StateToJson,
    StateToText,
    Validity,
    VerifyEventRequest,
    VerifyRecordsRequest,
    ViewAnswer,
    ViewRequest,
    VoleurCheckInTurn,
    VoleurCheckItems,
    VoleurCheckRequest,
    VoleurCompareRequest,
    VoleurComparison,
    VoleurDealAnswer,
    VoleurJudgement,
    VoleurJudgementList,
    VoleurOptionsAnswer,
    VoleurOptionsRequest,
    VoleurPictureRequest,
    VoleurSettlement,
    VoleurSettlementRequest,
    VoleurStateRequest,
    VoleurValidity,
    VoleurViewAnswer,
    VoleurViewRequest,
)


class AsyncOperations(ABC):
    """The operations of the service. Members of a body are sent as keywords."""

    @abstractmethod
    async def _send(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        accept: str = "application/json",
        repeatable: bool = True,
    ) -> Any:
        """Send a request and return the body of the response."""

    async def list_rulesets(self) -> RulesetList:
        """List all rulesets: `GET /v1/rulesets`."""
        answer: RulesetList = await self._send("GET", "/v1/rulesets")
        return answer

    async def get_ruleset(self, name: str) -> RulesetAnswer:
        """Get one ruleset: `GET /v1/rulesets/{name}`."""
        answer: RulesetAnswer = await self._send("GET", f"/v1/rulesets/{quote(name, safe='')}")
        return answer

    async def compare_rulesets(self, name: str, other: str) -> RulesetDifferences:
        """Compare two rulesets: `GET /v1/rulesets/{name}/differences/{other}`."""
        answer: RulesetDifferences = await self._send(
            "GET", f"/v1/rulesets/{quote(name, safe='')}/differences/{quote(other, safe='')}"
        )
        return answer

    async def list_laws(self, *, law: LawCode | None = None) -> LawList:
        """List all laws: `GET /v1/laws`."""
        answer: LawList = await self._send("GET", "/v1/laws", query={"law": law})
        return answer

    async def get_law(self, id: str, *, law: LawCode | None = None) -> LawAnswer:
        """Get one law: `GET /v1/laws/{id}`."""
        answer: LawAnswer = await self._send("GET", f"/v1/laws/{quote(id, safe='')}", query={"law": law})
        return answer

    @overload
    async def start_partie(self, **body: Unpack[PartieByDealer]) -> PartieAnswer: ...
    @overload
    async def start_partie(self, **body: Unpack[PartieByCut]) -> PartieAnswer: ...
    async def start_partie(self, **body: Any) -> PartieAnswer:
        """Begin a partie: `POST /v1/parties`."""
        answer: PartieAnswer = await self._send("POST", "/v1/parties", body=body)
        return answer

    @overload
    async def deal(self, **body: Unpack[NextDealFromDeck]) -> DealAnswer: ...
    @overload
    async def deal(self, **body: Unpack[NextDealFromHands]) -> DealAnswer: ...
    @overload
    async def deal(self, **body: Unpack[NextIrregularDeal]) -> DealAnswer: ...
    @overload
    async def deal(self, **body: Unpack[NextDealFromSeed]) -> DealAnswer: ...
    @overload
    async def deal(self, **body: Unpack[FirstDealFromDeck]) -> DealAnswer: ...
    @overload
    async def deal(self, **body: Unpack[FirstDealFromHands]) -> DealAnswer: ...
    @overload
    async def deal(self, **body: Unpack[FirstDealFromSeed]) -> DealAnswer: ...
    async def deal(self, **body: Any) -> DealAnswer:
        """Deal the cards: `POST /v1/deals`."""
        answer: DealAnswer = await self._send("POST", "/v1/deals", body=body)
        return answer

    @overload
    async def deal_concealed(self, **body: Unpack[FirstConcealedDeal]) -> ConcealedDealAnswer: ...
    @overload
    async def deal_concealed(self, **body: Unpack[NextConcealedDeal]) -> ConcealedDealAnswer: ...
    async def deal_concealed(self, **body: Any) -> ConcealedDealAnswer:
        """Deal a concealed state: `POST /v1/deals/concealed`."""
        answer: ConcealedDealAnswer = await self._send("POST", "/v1/deals/concealed", body=body, repeatable=False)
        return answer

    async def check_action_line(self, *, state: str, action: ActionText) -> Judgement:
        """Judge one action, with GET: `GET /v1/actions/check`."""
        answer: Judgement = await self._send("GET", "/v1/actions/check", query={"state": state, "action": action})
        return answer

    async def check_action(self, **body: Unpack[CheckRequest]) -> Judgement:
        """Judge one action: `POST /v1/actions/check`."""
        answer: Judgement = await self._send("POST", "/v1/actions/check", body=body)
        return answer

    @overload
    async def check_many_actions(self, **body: Unpack[CheckItems]) -> JudgementList: ...
    @overload
    async def check_many_actions(self, **body: Unpack[CheckInTurn]) -> JudgementList: ...
    async def check_many_actions(self, **body: Any) -> JudgementList:
        """Judge many actions: `POST /v1/actions/check-many`."""
        answer: JudgementList = await self._send("POST", "/v1/actions/check-many", body=body)
        return answer

    async def list_options(self, **body: Unpack[OptionsRequest]) -> OptionsAnswer:
        """List what a seat may do: `POST /v1/actions/options`."""
        answer: OptionsAnswer = await self._send("POST", "/v1/actions/options", body=body)
        return answer

    async def validate_state(self, **body: Unpack[StateRequest]) -> Validity:
        """Validate a state: `POST /v1/states/validate`."""
        answer: Validity = await self._send("POST", "/v1/states/validate", body=body)
        return answer

    async def view_state(self, **body: Unpack[ViewRequest]) -> ViewAnswer:
        """View a state as one seat: `POST /v1/states/view`."""
        answer: ViewAnswer = await self._send("POST", "/v1/states/view", body=body)
        return answer

    async def picture_line(
        self,
        *,
        state: str,
        seat: Seat | None = None,
        bottom: Seat | None = None,
        lang: PictureLanguage | None = None,
        colours: PictureColours | None = None,
        width: PictureWidth | None = None,
        suits: PictureSuits | None = None,
        accept: Literal["image/svg+xml", "text/plain"] = "image/svg+xml",
    ) -> PictureSvg:
        """Draw a state, with GET: `GET /v1/states/picture`."""
        answer: PictureSvg = await self._send(
            "GET",
            "/v1/states/picture",
            query={
                "state": state,
                "seat": seat,
                "bottom": bottom,
                "lang": lang,
                "colours": colours,
                "width": width,
                "suits": suits,
            },
            accept=accept,
        )
        return answer

    async def picture_state(
        self, *, accept: Literal["image/svg+xml", "text/plain"] = "image/svg+xml", **body: Unpack[PictureRequest]
    ) -> PictureSvg:
        """Draw a state: `POST /v1/states/picture`."""
        answer: PictureSvg = await self._send("POST", "/v1/states/picture", accept=accept, body=body)
        return answer

    @overload
    async def list_rulings(self, **body: Unpack[RulingOnFacts]) -> Rulings: ...
    @overload
    async def list_rulings(self, **body: Unpack[RulingOnState]) -> Rulings: ...
    async def list_rulings(self, **body: Any) -> Rulings:
        """Rule on an irregularity: `POST /v1/rulings`."""
        answer: Rulings = await self._send("POST", "/v1/rulings", body=body)
        return answer

    @overload
    async def settle_partie(self, **body: Unpack[PartieToSettle]) -> SettlementAnswer: ...
    @overload
    async def settle_partie(self, **body: Unpack[MatchToSettle]) -> SettlementAnswer: ...
    async def settle_partie(self, **body: Any) -> SettlementAnswer:
        """Settle a partie or a match: `POST /v1/settlements`."""
        answer: SettlementAnswer = await self._send("POST", "/v1/settlements", body=body)
        return answer

    async def compare_hands(self, **body: Unpack[CompareRequest]) -> Comparison:
        """Compare two hands: `POST /v1/hands/compare`."""
        answer: Comparison = await self._send("POST", "/v1/hands/compare", body=body)
        return answer

    @overload
    async def evaluate_hands(self, **body: Unpack[EvaluateHands]) -> Evaluations: ...
    @overload
    async def evaluate_hands(self, **body: Unpack[EvaluateView]) -> Evaluations: ...
    @overload
    async def evaluate_hands(self, **body: Unpack[EvaluateSeat]) -> Evaluations: ...
    async def evaluate_hands(self, **body: Any) -> Evaluations:
        """Evaluate hands: `POST /v1/hands/evaluate`."""
        answer: Evaluations = await self._send("POST", "/v1/hands/evaluate", body=body)
        return answer

    async def get_hand(self, cards: str, *, ruleset: RulesetName | None = None) -> HandAnswer:
        """Evaluate one hand: `GET /v1/hands/{cards}`."""
        answer: HandAnswer = await self._send("GET", f"/v1/hands/{quote(cards, safe='')}", query={"ruleset": ruleset})
        return answer

    async def get_hand_picture(
        self,
        cards: str,
        *,
        lang: PictureLanguage | None = None,
        colours: PictureColours | None = None,
        width: PictureWidth | None = None,
        suits: PictureSuits | None = None,
        accept: Literal["image/svg+xml", "text/plain"] = "image/svg+xml",
    ) -> PictureSvg:
        """Draw one hand: `GET /v1/hands/{cards}/picture`."""
        answer: PictureSvg = await self._send(
            "GET",
            f"/v1/hands/{quote(cards, safe='')}/picture",
            query={"lang": lang, "colours": colours, "width": width, "suits": suits},
            accept=accept,
        )
        return answer

    @overload
    async def analyse_play(self, **body: Unpack[PlayFromState]) -> PlayAnalysis: ...
    @overload
    async def analyse_play(self, **body: Unpack[PlayFromHands]) -> PlayAnalysis: ...
    @overload
    async def analyse_play(self, **body: Unpack[PlayFromLead]) -> PlayAnalysis: ...
    async def analyse_play(self, **body: Any) -> PlayAnalysis:
        """Analyse the play, all cards known: `POST /v1/play/analyse`."""
        answer: PlayAnalysis = await self._send("POST", "/v1/play/analyse", body=body)
        return answer

    async def advise_line(
        self,
        *,
        state: str,
        seat: Seat | None = None,
        assume: Assumption | None = None,
        weights: LayoutWeights | None = None,
        effort: Effort | None = None,
        seed: SampleSeed | None = None,
        limit: OptionLimit | None = None,
    ) -> Advice:
        """Advise the seat to act, with GET: `GET /v1/advice`."""
        answer: Advice = await self._send(
            "GET",
            "/v1/advice",
            query={
                "state": state,
                "seat": seat,
                "assume": assume,
                "weights": weights,
                "effort": effort,
                "seed": seed,
                "limit": limit,
            },
        )
        return answer

    @overload
    async def advise(self, **body: Unpack[AdviceOfSeat]) -> Advice: ...
    @overload
    async def advise(self, **body: Unpack[AdviceOfView]) -> Advice: ...
    async def advise(self, **body: Any) -> Advice:
        """Advise the seat to act: `POST /v1/advice`."""
        answer: Advice = await self._send("POST", "/v1/advice", body=body)
        return answer

    @overload
    async def analyse_exchange(self, **body: Unpack[ExchangeOfHand]) -> ExchangeAnalysis: ...
    @overload
    async def analyse_exchange(self, **body: Unpack[ExchangeOfView]) -> ExchangeAnalysis: ...
    @overload
    async def analyse_exchange(self, **body: Unpack[ExchangeOfSeat]) -> ExchangeAnalysis: ...
    async def analyse_exchange(self, **body: Any) -> ExchangeAnalysis:
        """Rank the discards of a hand: `POST /v1/exchanges/analyse`."""
        answer: ExchangeAnalysis = await self._send("POST", "/v1/exchanges/analyse", body=body)
        return answer

    async def list_voleur_rulesets(self) -> RulesetList:
        """List the rulesets of voleur: `GET /v1/voleur/rulesets`."""
        answer: RulesetList = await self._send("GET", "/v1/voleur/rulesets")
        return answer

    @overload
    async def voleur_deal(self, **body: Unpack[NextVoleurDealFromDeck]) -> VoleurDealAnswer: ...
    @overload
    async def voleur_deal(self, **body: Unpack[NextVoleurDealFromHands]) -> VoleurDealAnswer: ...
    @overload
    async def voleur_deal(self, **body: Unpack[NextVoleurDealFromSeed]) -> VoleurDealAnswer: ...
    @overload
    async def voleur_deal(self, **body: Unpack[FirstVoleurDealFromDeck]) -> VoleurDealAnswer: ...
    @overload
    async def voleur_deal(self, **body: Unpack[FirstVoleurDealFromHands]) -> VoleurDealAnswer: ...
    @overload
    async def voleur_deal(self, **body: Unpack[FirstVoleurDealFromSeed]) -> VoleurDealAnswer: ...
    async def voleur_deal(self, **body: Any) -> VoleurDealAnswer:
        """Deal the cards of voleur: `POST /v1/voleur/deals`."""
        answer: VoleurDealAnswer = await self._send("POST", "/v1/voleur/deals", body=body)
        return answer

    async def check_voleur_action(self, **body: Unpack[VoleurCheckRequest]) -> VoleurJudgement:
        """Judge one action of voleur: `POST /v1/voleur/actions/check`."""
        answer: VoleurJudgement = await self._send("POST", "/v1/voleur/actions/check", body=body)
        return answer

    @overload
    async def check_many_voleur_actions(self, **body: Unpack[VoleurCheckItems]) -> VoleurJudgementList: ...
    @overload
    async def check_many_voleur_actions(self, **body: Unpack[VoleurCheckInTurn]) -> VoleurJudgementList: ...
    async def check_many_voleur_actions(self, **body: Any) -> VoleurJudgementList:
        """Judge many actions of voleur: `POST /v1/voleur/actions/check-many`."""
        answer: VoleurJudgementList = await self._send("POST", "/v1/voleur/actions/check-many", body=body)
        return answer

    async def list_voleur_options(self, **body: Unpack[VoleurOptionsRequest]) -> VoleurOptionsAnswer:
        """List what a seat may do in voleur: `POST /v1/voleur/actions/options`."""
        answer: VoleurOptionsAnswer = await self._send("POST", "/v1/voleur/actions/options", body=body)
        return answer

    async def validate_voleur_state(self, **body: Unpack[VoleurStateRequest]) -> VoleurValidity:
        """Validate a state of voleur: `POST /v1/voleur/states/validate`."""
        answer: VoleurValidity = await self._send("POST", "/v1/voleur/states/validate", body=body)
        return answer

    async def view_voleur_state(self, **body: Unpack[VoleurViewRequest]) -> VoleurViewAnswer:
        """View a state of voleur as one seat: `POST /v1/voleur/states/view`."""
        answer: VoleurViewAnswer = await self._send("POST", "/v1/voleur/states/view", body=body)
        return answer

    async def picture_voleur_state(
        self, *, accept: Literal["image/svg+xml", "text/plain"] = "image/svg+xml", **body: Unpack[VoleurPictureRequest]
    ) -> PictureSvg:
        """Draw a state of voleur: `POST /v1/voleur/states/picture`."""
        answer: PictureSvg = await self._send("POST", "/v1/voleur/states/picture", accept=accept, body=body)
        return answer

    async def settle_voleur_partie(self, **body: Unpack[VoleurSettlementRequest]) -> VoleurSettlement:
        """Settle a partie of voleur: `POST /v1/voleur/settlements`."""
        answer: VoleurSettlement = await self._send("POST", "/v1/voleur/settlements", body=body)
        return answer

    async def compare_voleur_hands(self, **body: Unpack[VoleurCompareRequest]) -> VoleurComparison:
        """Compare the hands of voleur: `POST /v1/voleur/hands/compare`."""
        answer: VoleurComparison = await self._send("POST", "/v1/voleur/hands/compare", body=body)
        return answer

    async def list_normand_rulesets(self) -> RulesetList:
        """List the rulesets of normand: `GET /v1/normand/rulesets`."""
        answer: RulesetList = await self._send("GET", "/v1/normand/rulesets")
        return answer

    @overload
    async def normand_deal(self, **body: Unpack[NextNormandDealFromDeck]) -> NormandDealAnswer: ...
    @overload
    async def normand_deal(self, **body: Unpack[NextNormandDealFromHands]) -> NormandDealAnswer: ...
    @overload
    async def normand_deal(self, **body: Unpack[NextNormandDealFromSeed]) -> NormandDealAnswer: ...
    @overload
    async def normand_deal(self, **body: Unpack[FirstNormandDealFromDeck]) -> NormandDealAnswer: ...
    @overload
    async def normand_deal(self, **body: Unpack[FirstNormandDealFromHands]) -> NormandDealAnswer: ...
    @overload
    async def normand_deal(self, **body: Unpack[FirstNormandDealFromSeed]) -> NormandDealAnswer: ...
    async def normand_deal(self, **body: Any) -> NormandDealAnswer:
        """Deal the cards of normand: `POST /v1/normand/deals`."""
        answer: NormandDealAnswer = await self._send("POST", "/v1/normand/deals", body=body)
        return answer

    async def check_normand_action(self, **body: Unpack[NormandCheckRequest]) -> NormandJudgement:
        """Judge one action of normand: `POST /v1/normand/actions/check`."""
        answer: NormandJudgement = await self._send("POST", "/v1/normand/actions/check", body=body)
        return answer

    @overload
    async def check_many_normand_actions(self, **body: Unpack[NormandCheckItems]) -> NormandJudgementList: ...
    @overload
    async def check_many_normand_actions(self, **body: Unpack[NormandCheckInTurn]) -> NormandJudgementList: ...
    async def check_many_normand_actions(self, **body: Any) -> NormandJudgementList:
        """Judge many actions of normand: `POST /v1/normand/actions/check-many`."""
        answer: NormandJudgementList = await self._send("POST", "/v1/normand/actions/check-many", body=body)
        return answer

    async def list_normand_options(self, **body: Unpack[NormandOptionsRequest]) -> NormandOptionsAnswer:
        """List what a seat may do in normand: `POST /v1/normand/actions/options`."""
        answer: NormandOptionsAnswer = await self._send("POST", "/v1/normand/actions/options", body=body)
        return answer

    async def validate_normand_state(self, **body: Unpack[NormandStateRequest]) -> NormandValidity:
        """Validate a state of normand: `POST /v1/normand/states/validate`."""
        answer: NormandValidity = await self._send("POST", "/v1/normand/states/validate", body=body)
        return answer

    async def view_normand_state(self, **body: Unpack[NormandViewRequest]) -> NormandViewAnswer:
        """View a state of normand as one seat: `POST /v1/normand/states/view`."""
        answer: NormandViewAnswer = await self._send("POST", "/v1/normand/states/view", body=body)
        return answer

    async def picture_normand_state(
        self, *, accept: Literal["image/svg+xml", "text/plain"] = "image/svg+xml", **body: Unpack[NormandPictureRequest]
    ) -> PictureSvg:
        """Draw a state of normand: `POST /v1/normand/states/picture`."""
        answer: PictureSvg = await self._send("POST", "/v1/normand/states/picture", accept=accept, body=body)
        return answer

    async def settle_normand_partie(self, **body: Unpack[NormandSettlementRequest]) -> NormandSettlement:
        """Settle a partie of normand: `POST /v1/normand/settlements`."""
        answer: NormandSettlement = await self._send("POST", "/v1/normand/settlements", body=body)
        return answer

    async def compare_normand_hands(self, **body: Unpack[NormandCompareRequest]) -> NormandComparison:
        """Compare the hands of normand: `POST /v1/normand/hands/compare`."""
        answer: NormandComparison = await self._send("POST", "/v1/normand/hands/compare", body=body)
        return answer

    async def verify_event(self, **body: Unpack[VerifyEventRequest]) -> EventReport:
        """Verify an event: `POST /v1/events/verify`."""
        answer: EventReport = await self._send("POST", "/v1/events/verify", body=body)
        return answer

    async def standings(self, **body: Unpack[StandingsRequest]) -> Standings:
        """Standings of an event: `POST /v1/standings`."""
        answer: Standings = await self._send("POST", "/v1/standings", body=body)
        return answer

    async def verify_records(self, **body: Unpack[VerifyRecordsRequest]) -> RecordReports:
        """Verify records: `POST /v1/records/verify`."""
        answer: RecordReports = await self._send("POST", "/v1/records/verify", body=body)
        return answer

    async def review_record(self, **body: Unpack[ReviewRecordRequest]) -> RecordReview:
        """Review a record: `POST /v1/records/review`."""
        answer: RecordReview = await self._send("POST", "/v1/records/review", body=body)
        return answer

    async def compare_records(self, **body: Unpack[CompareRecordsRequest]) -> ComparedRecords:
        """Compare records: `POST /v1/records/compare`."""
        answer: ComparedRecords = await self._send("POST", "/v1/records/compare", body=body)
        return answer

    @overload
    async def convert_record(self, **body: Unpack[RecordToText]) -> ConvertedToText: ...
    @overload
    async def convert_record(self, **body: Unpack[OtherToText]) -> ConvertedToText: ...
    @overload
    async def convert_record(self, **body: Unpack[StateToText]) -> ConvertedToText: ...
    @overload
    async def convert_record(self, **body: Unpack[RecordToJson]) -> ConvertedToJson: ...
    @overload
    async def convert_record(self, **body: Unpack[OtherToJson]) -> ConvertedToJson: ...
    @overload
    async def convert_record(self, **body: Unpack[StateToJson]) -> ConvertedToJson: ...
    async def convert_record(self, **body: Any) -> Any:
        """Convert a record: `POST /v1/records/convert`."""
        answer: ConvertedRecord = await self._send("POST", "/v1/records/convert", body=body)
        return answer

    async def livez(self) -> Liveness:
        """Check that the process is alive: `GET /livez`."""
        answer: Liveness = await self._send("GET", "/livez")
        return answer

    async def readyz(self) -> Readiness:
        """Check that the process takes requests: `GET /readyz`."""
        answer: Readiness = await self._send("GET", "/readyz")
        return answer
